// Results through pointers to scalars, one of which is read back.
static void sincos_like(double x, double *s, double *c) {
    *s = x - x * x * x / 6.0;
    *c = 1.0 - x * x / 2.0;
    *s += *c * 0.1;
}
double outparam(double x, double y) {
    double s, c;
    sincos_like(x, &s, &c);
    double r = s * c;
    sincos_like(y, &s, &c);
    return r + s / c;
}
// check: double outparam(double x = 0.6, double y = 0.9)
// value: 1.9381233613445379
// expect: x = 0.23560000000000003, y = 2.9790975213614859
