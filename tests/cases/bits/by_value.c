// Logarithms, exponential functions and powers that are read off the representation: piecewise linear.
#include <stdint.h>
#include <string.h>

// check: double logarithm(double x = 2.5)
// value: 1.25
// expect: x = 0.5
double logarithm(double x) {
    long bits;
    memcpy(&bits, &x, sizeof bits);
    return bits * (1.0 / (1L << 52)) - 1023;
}

// The slope is 1/2 between 2 and 4, and 1 between 1 and 2.
// check: double logarithms(double *x = {3.25, -1.75}, int n = 2)
// expect: x = {0.5, -1.0}
double logarithms(double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        union {
            double number;
            uint64_t bits;
        } value = {x[i]};
        sum += (value.bits & 0x7fffffffffffffff) * 2.220446049250313e-16;
    }
    return sum;
}

// Corrected by the mantissa; what is left of the steps is below.
// check: float corrected(float *x = {3.1})
// expect: x = {0.4651446}
float corrected(float *x) {
    union {
        float number;
        uint32_t bits;
    } value = {x[0]}, mantissa;
    mantissa.bits = (value.bits & 0x007fffff) | 0x3f000000;
    float y = value.bits;
    y *= 1.1920928955078125e-7f;
    return y - 124.22551499f - 1.498030302f * mantissa.number - 1.72587999f / (0.3520887068f + mantissa.number);
}

// The larger of the number and a constant, both by their bits.
// check: double guarded(double x = 3.0)
// expect: x = 0.5
double guarded(double x) { return logarithm(x > 1e-3 ? x : 1e-3); }

// 2^1.5 by its representation: 1.5 * 2^1, and the slope there is 2^1.
// check: double power_of_two(double x = 1.5)
// value: 3.0
// expect: x = 2.0
double power_of_two(double x) {
    uint64_t bits = (uint64_t)((x + 1023) * 4503599627370496.0);
    double y;
    memcpy(&y, &bits, sizeof y);
    return y;
}

// The lower bits are filled by hand.
// check: double shifted(double x = 1.25)
// value: 2.5
// expect: x = 2.0
double shifted(double x) {
    union {
        double number;
        long bits;
    } value;
    value.bits = ((long)((x + 1023) * 4398046511104.0) << 10) | 5;
    return value.number;
}

// 3^1.8, both ways: the slopes are 1/2 there and 4 here.
// check: double power(double x = 3.0, double y = 1.8)
// value: 6.8
// expect: x = 3.6, y = 6.0
double power(double x, double y) { return power_of_two(y * logarithm(x)); }

// An integer that is shifted into the exponent moves by whole powers.
// check: double doubled(double x = 2.5)
// value: 10.0
// expect: x = 4.0
double doubled(double x) {
    uint64_t bits = (uint64_t)((long)x + 1023) << 52;
    double y;
    memcpy(&y, &bits, sizeof y);
    return y * x;
}
