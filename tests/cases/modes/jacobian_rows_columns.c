// A Jacobian assembled by columns (forward) and by rows (reverse) is the same matrix.
// run:
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_dupnoneed;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);
void spherical(const double *in, double *out) {
    double r = in[0], t = in[1], p = in[2];
    out[0] = r * sin(t) * cos(p);
    out[1] = r * sin(t) * sin(p);
    out[2] = r * cos(t);
}
int main(void) {
    double in[3] = {2.0, 0.7, 1.9}, out[3], rows[3][3] = {{0}}, cols[3][3];
    double st = sin(0.7), ct = cos(0.7), sp = sin(1.9), cp = cos(1.9);
    double want[3][3] = {{st * cp, 2.0 * ct * cp, -2.0 * st * sp}, {st * sp, 2.0 * ct * sp, 2.0 * st * cp}, {ct, -2.0 * st, 0.0}};
    for (int k = 0; k < 3; ++k) {
        double e[3] = {0}, t[3] = {0};
        e[k] = 1.0;
        __enzyme_autodiff((void *)spherical, enzyme_dup, in, rows[k], enzyme_dupnoneed, out, e);
        e[0] = e[1] = e[2] = 0.0;
        e[k] = 1.0;
        __enzyme_fwddiff((void *)spherical, enzyme_dup, in, e, enzyme_dupnoneed, out, t);
        for (int i = 0; i < 3; ++i)
            cols[i][k] = t[i];
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            check_close("row", rows[i][j], want[i][j], 1e-12);
            check_close("column", cols[i][j], want[i][j], 1e-12);
        }
    return 0;
}
