// Doubles copied byte by byte through char pointers.
static void copy_bytes(char *dst, const char *src, unsigned long n) {
    for (unsigned long i = 0; i < n; ++i)
        dst[i] = src[i];
}
double bytes(double *x) {
    double y[2];
    copy_bytes((char *)y, (const char *)x, sizeof y);
    return y[0] * y[0] * y[1];
}
// check: double bytes(double *x = {3.0, 0.5})
// value: 4.5
// expect: x = {3.0, 9.0}
