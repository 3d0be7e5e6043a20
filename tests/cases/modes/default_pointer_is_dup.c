// Unmarked pointers are duplicated and unmarked integers are constant.
// run:
#include "check.h"
void __enzyme_autodiff(void *, ...);
double weighted(const double *x, const double *w, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += w[i] * x[i] * x[i];
    return s;
}
int main(void) {
    double x[2] = {1.5, -2.0}, dx[2] = {0}, w[2] = {2.0, 4.0}, dw[2] = {0};
    __enzyme_autodiff((void *)weighted, x, dx, w, dw, 2);
    check_close("dx0", dx[0], 6.0, 1e-12);
    check_close("dx1", dx[1], -16.0, 1e-12);
    check_close("dw0", dw[0], 2.25, 1e-12);
    check_close("dw1", dw[1], 4.0, 1e-12);
    return 0;
}
