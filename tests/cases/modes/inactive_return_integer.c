// The target returns an integer: nothing to seed, gradients come from the output array.
// run:
#include "check.h"
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
int fill(const double *x, double *y, int n) {
    int written = 0;
    for (int i = 0; i < n; ++i)
        if (x[i] > 0.0)
            y[written++] = x[i] * x[i];
    return written;
}
int main(void) {
    double x[4] = {2.0, -1.0, 3.0, 0.5}, dx[4] = {0}, y[4] = {0}, dy[4] = {1.0, 10.0, 100.0, 7.0};
    __enzyme_autodiff((void *)fill, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 4);
    check_close("dx0", dx[0], 4.0, 1e-12);
    check_close("dx1", dx[1], 0.0, 0.0);
    check_close("dx2", dx[2], 60.0, 1e-12);
    check_close("dx3", dx[3], 100.0, 1e-12);
    check_close("untouched seed", dy[3], 7.0, 0.0);
    return 0;
}
