// Arithmetic on the representation of numbers: piecewise linear in the number, like rounding where bits are dropped.
#include <string.h>

// Four steps of Newton after the first guess: as good as exact.
// check: double inverse_root(double x = 2.5)
// value: 0.63245553203367588
// expect: x = -0.12649110640673518
double inverse_root(double x) {
    double y = x;
    long long bits = *(long long *)&y;
    bits = 0x5fe6eb50c7b537a9 - (bits >> 1);
    y = *(double *)&bits;
    for (int i = 0; i < 4; ++i)
        y = y * (1.5 - x * 0.5 * y * y);
    return y;
}

// One step: the derivative is that of the guess, not of the root. The guess falls by (2^-2 / 2^1) / 2 for each unit.
// check: float quick(float x = 3.645)
// expect: x = -0.0758823
float quick(float x) {
    union {
        float number;
        unsigned bits;
    } guess = {x};
    guess.bits = 0x5f3759df - (guess.bits >> 1);
    return guess.number * (1.5f - 0.5f * x * guess.number * guess.number);
}

// frexp by hand: 5.3 = 2^2 * 1.325.
// check: double logarithm(double x = 5.3)
// value: 2.41275
// expect: x = 0.285
// check: double logarithm(double x = 0.3)
// value: -1.736
// expect: x = 4.96
double logarithm(double x) {
    unsigned long long bits;
    memcpy(&bits, &x, 8);
    int exponent = (int)((bits >> 52) & 2047) - 1023;
    bits = (bits & 0xfffffffffffffull) | 0x3ff0000000000000ull;
    double mantissa;
    memcpy(&mantissa, &bits, 8);
    return exponent + (mantissa - 1) * (1.4 - 0.4 * (mantissa - 1));
}

// ldexp by hand.
// check: double scaled(double x = -1.7)
// value: 46.24
// expect: x = -54.4
double scaled(double x) {
    long long bits;
    memcpy(&bits, &x, 8);
    bits += 2ll << 52;
    memcpy(&x, &bits, 8);
    return x * x;
}

// The sign is kept, the exponent set.
// check: double mantissa(double x = -5.3)
// value: -2.65
// expect: x = 0.5
double mantissa(double x) {
    long long bits;
    memcpy(&bits, &x, 8);
    bits = (bits & 0x800fffffffffffffll) | 0x4000000000000000ll;
    memcpy(&x, &bits, 8);
    return x;
}
