// Bits of numbers that only steer: a hash, an exponent and a sign decide, and carry no derivative.
#include <string.h>
static unsigned hash(const double *x, int n) {
    unsigned h = 2166136261u;
    const unsigned char *bytes = (const unsigned char *)x;
    for (unsigned long i = 0; i < (unsigned long)n * sizeof *x; ++i)
        h = (h ^ bytes[i]) * 16777619u;
    return h;
}
double steered(const double *x, int n) {
    unsigned table[4] = {0, 0, 0, 0};
    table[1] = hash(x, n) | 1u;
    unsigned long bits;
    memcpy(&bits, x, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    double s = table[1] & 1u ? x[0] * x[1] : x[0];
    return s * (double)exponent + x[2] * x[2] * (double)(bits >> 63);
}
// check: double steered(double *x = {-5.0, 3.0, 0.5}, int n = 3)
// value: -29.75
// expect: x = {6.0, -10.0, 1.0}
