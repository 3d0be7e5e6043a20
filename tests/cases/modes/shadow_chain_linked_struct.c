// Shadows of structs that hold pointers: the shadow's pointers lead to the shadow arrays.
// run:
#include "check.h"
struct view { const double *data; int n; double scale; };
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
double total(const struct view *v) {
    double s = 0.0;
    for (int i = 0; i < v->n; ++i)
        s += v->data[i] * v->data[i];
    return s * v->scale;
}
int main(void) {
    double x[3] = {1.0, 2.0, -3.0}, dx[3] = {0};
    struct view v = {x, 3, 0.5}, d = {dx, 3, 0.0};
    __enzyme_autodiff((void *)total, enzyme_dup, &v, &d);
    check_close("dx0", dx[0], 1.0, 1e-12);
    check_close("dx1", dx[1], 2.0, 1e-12);
    check_close("dx2", dx[2], -3.0, 1e-12);
    check_close("dscale", d.scale, 14.0, 1e-12);
    return 0;
}
