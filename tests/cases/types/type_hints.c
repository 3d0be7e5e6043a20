// Hints settle the type of bytes nobody else describes.
// run:
#include <string.h>
#include "check.h"
void __enzyme_autodiff(void *, ...);
void __enzyme_double(const void *, unsigned long);
void copy(void *dst, const void *src, long bytes) {
    __enzyme_double(src, 24);
    memcpy(dst, src, (unsigned long)bytes);
}
__attribute__((noinline)) void dcopy(void *dst, void *ddst, const void *src, void *dsrc, long bytes) { __enzyme_autodiff((void *)copy, dst, ddst, src, dsrc, bytes); }
int main(void) {
    double x[3] = {1.0, 2.0, 3.0}, dx[3] = {10.0, 0.0, 0.0}, y[3], dy[3] = {4.0, 5.0, 6.0};
    dcopy(y, dy, x, dx, sizeof x);
    check_close("dx0", dx[0], 14.0, 0.0);
    check_close("dx1", dx[1], 5.0, 0.0);
    check_close("dx2", dx[2], 6.0, 0.0);
    check_close("y2", y[2], 3.0, 0.0);
    check_close("dy0 consumed", dy[0], 0.0, 0.0);
    return 0;
}
