// qsort on integer keys through a comparison callback: order is data, not a derivative path.
#include <stdlib.h>
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
double ordered(const double *x, const int *keys, int n) {
    int order[5];
    for (int i = 0; i < n; ++i)
        order[i] = keys[i];
    qsort(order, (size_t)n, sizeof order[0], by_value);
    double s = 0.5;
    for (int i = 0; i < n; ++i)
        s = s * x[order[i]] + 1.0;
    return s;
}
// check: double ordered(double *x = {1.5, 0.5, 2.0, -1.0}, int *keys = {3, 0, 2, 1}, int n = 4)
// value: -3.75
// expect: x = {-0.5, -3.5, -1.875, 4.75}
