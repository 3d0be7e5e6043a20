// A two-pointer function is called with distinct and with equal pointers.
__attribute__((noinline)) static void mix(double *a, double *b) {
    *a = *a * *b;
    *b = *b + 2.0 * *a;
}
double aliasing(double x, double y) {
    double p = x, q = y;
    mix(&p, &q);
    mix(&p, &p);
    mix(&q, &p);
    return p + 3.0 * q;
}
// check: double aliasing(double x = 1.2, double y = 0.7)
// value: 27.306719999999991
// expect: x = 60.328799999999987, y = 114.00479999999997
