// A callee returns a pointer into its argument; the caller reads and writes through it.
__attribute__((noinline)) static double *largest(double *x, int n) {
    double *best = x;
    for (int i = 1; i < n; ++i)
        if (x[i] > *best)
            best = &x[i];
    return best;
}
double peak(double *x, int n) {
    double *p = largest(x, n);
    double v = *p;
    *p = 0.5 * v * v;
    double *q = largest(x, n);
    return v * *q + x[0];
}
// check: double peak(double *x = {1.0, 1.8, 1.25, -4.0}, int n = 4)
// value: 3.9160000000000004
// expect: x = {1, 4.86, 0, 0}
