// Outs of float and double come back in a struct with C's own layout and padding.
// run:
#include "check.h"
struct grad { float da; double db; float dc; };
struct grad __enzyme_autodiff_mixed(double (*)(float, double, float), float, double, float);
double f(float a, double b, float c) { return (double)(a * a) * b + b * (double)c; }
int main(void) {
    struct grad g = __enzyme_autodiff_mixed(f, 1.5f, 4.0, 0.25f);
    check_close("da", g.da, 12.0, 1e-6);
    check_close("db", g.db, 2.5, 1e-6);
    check_close("dc", g.dc, 4.0, 1e-6);
    return 0;
}
