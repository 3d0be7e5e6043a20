// run:
// levels: -O1 -O2 -O3
// Globals that are defined nowhere, in code that the program never reaches: it links as it does without derivatives.
#include "check.h"
extern int enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern double total, row[8], *pointer;

static double f(double x, int unusual) {
    double y = x * x;
    if (unusual) {
        total = y;
        for (int i = 0; i < 8; ++i)
            row[i] += total * x;
        y += total * row[3] + pointer[1];
    }
    return y;
}
static double usual(double x) { return f(x, 0); }

int main(void) {
    double h = 1e-6;
    check_close("reverse", __enzyme_autodiff((void *)f, 3.0, enzyme_const, 0), 6, 0);
    check_close("forward", __enzyme_fwddiff((void *)f, 3.0, 1.0, enzyme_const, 0), 6, 0);
    check_close("differences", (usual(3 + h) - usual(3 - h)) / (2 * h), 6, 1e-7);
    return 0;
}
