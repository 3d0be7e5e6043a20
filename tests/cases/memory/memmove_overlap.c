// memmove with overlap, shifting right: derivatives shift with the data.
#include <string.h>
void shift(double *x, int n) {
    memmove(x + 1, x, (unsigned long)(n - 1) * sizeof(double));
    x[0] = x[n - 1] * x[1];
}
// check: void shift(double *x = {2.0, 3.0, 5.0, 7.0} seed {1.0, 10.0, 100.0, 1000.0}, int n = 4)
// expect: x = {15.0, 100.0, 1002.0, 0.0}
