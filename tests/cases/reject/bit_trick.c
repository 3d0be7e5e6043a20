// A product of the representation: no linear function of the number, not even piecewise.
// reject: cannot differentiate bit operations on the representation of a floating-point number
#include <string.h>
float __enzyme_autodiff(void *, ...);
float scrambled(float x) {
    int i;
    float y;
    memcpy(&i, &x, sizeof i);
    i = (i * 5) ^ (i >> 7);
    memcpy(&y, &i, sizeof y);
    return y * x;
}
float df(float x) { return __enzyme_autodiff((void *)scrambled, x); }
