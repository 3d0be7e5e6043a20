// The exponent, as a number, moves by steps.
#include <string.h>
double f(double x) {
    long bits;
    memcpy(&bits, &x, sizeof bits);
    int high = (int)(bits >> 32);
    double exponent = (double)((high >> 20) - 1023), again = (double)((bits >> 52 & 0x7ff) - 1023);
    return x * exponent + again;
}
// check: double f(double x = 5.5)
// value: 13.0
// expect: x = 2.0
