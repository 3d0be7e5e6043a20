// A logarithm that is read off memory as an integer: by its type the memory could be an integer. From a variable that
// is a number, the same works.
// reject: cannot differentiate bit operations on the representation of a floating-point number
#include <string.h>
double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;
double logarithm(double *x) {
    long bits;
    memcpy(&bits, x, sizeof bits);
    return bits * (1.0 / (1L << 52)) - 1023;
}
double df(void) {
    double x[2] = {2.5, 1.5}, d[2] = {0, 0};
    __enzyme_autodiff((void *)logarithm, enzyme_dup, x, d);
    return d[0];
}
