// Markers defined as ordinary global integers in the file, as many programs do.
// run:
#include "check.h"
int enzyme_const, enzyme_dup, enzyme_out;
double __enzyme_autodiff(void *, ...);
double f(double a, double b, double *c) { return a * b * b * c[0]; }
int main(void) {
    double c = 2.0, dc = 0.0;
    double db = __enzyme_autodiff((void *)f, enzyme_const, 3.0, enzyme_out, 5.0, enzyme_dup, &c, &dc);
    check_close("db", db, 60.0, 1e-12);
    check_close("dc", dc, 75.0, 1e-12);
    return 0;
}
