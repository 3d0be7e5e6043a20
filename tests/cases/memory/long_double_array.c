// Arrays of long double with their padding, copied and accumulated.
#include <string.h>
long double wide(const long double *x, int n) {
    long double c[4];
    memcpy(c, x, (unsigned long)n * sizeof *c);
    long double s = 1.0L;
    for (int i = 0; i < n; ++i)
        s = s * 0.5L + c[i] * c[n - 1 - i] * (i + 1);
    return s;
}
// check: long double wide(long double *x = {1.5, -0.5, 2.0, 0.75}, int n = 4)
// value: 2.703125
// expect: x = {3.09375, 4, -1, 6.1875}
