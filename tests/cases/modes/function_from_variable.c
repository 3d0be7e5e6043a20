// The function is stored in a local variable first: at -O0 the operand is a load.
// run:
#include "check.h"
double __enzyme_autodiff(void *, ...);
double f(double x) { return x * x * 1.5; }
int main(void) {
    double (*fp)(double) = f;
    void *raw = (void *)fp;
    check_close("through typed pointer", __enzyme_autodiff((void *)fp, 4.0), 12.0, 1e-12);
    check_close("through void pointer", __enzyme_autodiff(raw, 5.0), 15.0, 1e-12);
    return 0;
}
