// The inverse square root by arithmetic on the representation: its derivative is not that of what it approximates.
// reject: cannot differentiate bit operations on the representation of a floating-point number
#include <string.h>
float __enzyme_autodiff(void *, ...);
float inverse_root(float x) {
    int i;
    float y;
    memcpy(&i, &x, sizeof i);
    i = 0x5f3759df - (i >> 1);
    memcpy(&y, &i, sizeof y);
    return y * (1.5f - 0.5f * x * y * y);
}
float df(float x) { return __enzyme_autodiff((void *)inverse_root, x); }
