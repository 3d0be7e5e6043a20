// memset to zero kills the derivative of what was there before.
#include <string.h>
double cleared(double *x, int n) {
    double first = x[0] * x[1];
    memset(x, 0, (unsigned long)(n - 1) * sizeof(double));
    double s = first;
    for (int i = 0; i < n; ++i)
        s += (x[i] + 1.0) * (x[i] + 2.0);
    return s;
}
// check: double cleared(double *x = {2.0, 3.0, 5.0, 7.0}, int n = 4)
// value: 84
// expect: x = {3.0, 2.0, 0.0, 17.0}
