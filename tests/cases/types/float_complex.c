// Single-precision complex division, which travels as a pair of floats in one register.
#include <complex.h>
float ratio(float a, float b, float c, float d) {
    float complex q = (a + I * b) / (c + I * d);
    return crealf(q) + 3.0f * cimagf(q);
}
// check: float ratio(float a = 1.5, float b = -0.5, float c = 2.0, float d = 1.0)
// value: -1.0
// expect: a = -0.2, b = 1.4, c = 0.8, d = -0.6
