// The same array passed inside as source and destination: aliasing must be honoured.
static void scale_into(double *dst, const double *src, int n) {
    for (int i = 0; i < n; ++i)
        dst[i] = src[i] * src[n - 1 - i];
}
double aliased(double *x, int n) {
    scale_into(x, x, n);
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += x[i] * (i + 1);
    return s;
}
// check: double aliased(double *x = {1.5, 2.0, 0.5, -1.0}, int n = 4)
// value: 8
// expect: x = {3, 1.75, 10, -10.5}
