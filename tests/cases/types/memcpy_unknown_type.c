// memcpy between void pointers inside a helper: the type is known only to the caller.
#include <string.h>
__attribute__((noinline)) static void assign(void *dst, const void *src, unsigned long bytes) { memcpy(dst, src, bytes); }
double through_void(const double *x, const int *k) {
    double y[3];
    int j[2];
    assign(y, x, sizeof y);
    assign(j, k, sizeof j);
    return y[0] * y[1] * j[0] + y[2] * y[2] * j[1];
}
// check: double through_void(double *x = {2.0, 3.0, 5.0}, int *k = {7, 11})
// value: 317
// expect: x = {21.0, 14.0, 110.0}
