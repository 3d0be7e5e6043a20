// A pointer marked enzyme_const takes no shadow; its neighbour still gets a full gradient.
// run:
#include "check.h"
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void scale(double *y, const double *w, int n) {
    for (int i = 0; i < n; ++i)
        y[i] = y[i] * y[i] * w[i];
}
int main(void) {
    double y[2] = {3.0, 5.0}, dy[2] = {1.0, 10.0}, w[2] = {0.5, 2.0};
    __enzyme_autodiff((void *)scale, enzyme_dup, y, dy, enzyme_const, w, 2);
    check_close("y0", y[0], 4.5, 1e-12);
    check_close("y1", y[1], 50.0, 1e-12);
    check_close("dy0", dy[0], 3.0, 1e-12);
    check_close("dy1", dy[1], 200.0, 1e-12);
    check_close("w untouched", w[0], 0.5, 0.0);
    return 0;
}
