// Out arguments before and after a duplicated pointer keep their order in the result.
// run:
#include "check.h"
struct grad { double da, dc; };
extern int enzyme_dup, enzyme_out, enzyme_const;
struct grad __enzyme_autodiff_g(void *, ...);
double f(double a, const double *b, int n, double c) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += a * a * b[i] + c * b[i] * b[i];
    return s;
}
int main(void) {
    double b[2] = {2.0, 3.0}, db[2] = {0};
    struct grad g = __enzyme_autodiff_g((void *)f, enzyme_out, 1.5, enzyme_dup, b, db, enzyme_const, 2, enzyme_out, 10.0);
    check_close("da", g.da, 15.0, 1e-12);
    check_close("dc", g.dc, 13.0, 1e-12);
    check_close("db0", db[0], 42.25, 1e-12);
    check_close("db1", db[1], 62.25, 1e-12);
    struct grad h = __enzyme_autodiff_g((void *)f, 1.5, b, db, 2, 10.0);
    check_close("unmarked da", h.da, 15.0, 1e-12);
    check_close("unmarked dc", h.dc, 13.0, 1e-12);
    check_close("accumulated db0", db[0], 84.5, 1e-12);
    return 0;
}
