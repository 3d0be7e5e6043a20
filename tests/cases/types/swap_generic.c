// The generic byte swap used by hand-written sorts, applied to doubles.
#include <string.h>
static void swap_any(void *a, void *b, unsigned long n) {
    char t[16];
    memcpy(t, a, n);
    memcpy(a, b, n);
    memcpy(b, t, n);
}
double reversed(double *x, int n) {
    for (int i = 0; i < n / 2; ++i)
        swap_any(&x[i], &x[n - 1 - i], sizeof(double));
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s = s * 2.0 + x[i] * x[i];
    return s;
}
// check: double reversed(double *x = {1.0, 2.5, -3.0, 0.5}, int n = 4)
// value: 51.5
// expect: x = {2.0, 10.0, -24.0, 8.0}
