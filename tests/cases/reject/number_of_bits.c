// A logarithm read off the representation as one number has a derivative, which nobody follows there.
// reject: cannot differentiate bit operations on the representation of a floating-point number
#include <string.h>
double __enzyme_autodiff(void *, ...);
double logarithm(double x) {
    long bits;
    memcpy(&bits, &x, sizeof bits);
    return bits * (1.0 / (1L << 52)) - 1023;
}
double df(double x) { return __enzyme_autodiff((void *)logarithm, x); }
