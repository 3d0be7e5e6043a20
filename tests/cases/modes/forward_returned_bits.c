// Forward mode through a recursive function that returns numbers as integers: one, and two in one integer.
// run:
#include "check.h"
#include <stdint.h>
#include <string.h>
double __enzyme_fwddiff(void *, ...);
static double number(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
static __attribute__((noinline)) uint64_t fibonacci(double x, int n) {
    double y = n < 2 ? x * x : number(fibonacci(x, n - 1)) + x * number(fibonacci(x, n - 2));
    uint64_t bits;
    memcpy(&bits, &y, sizeof bits);
    return bits;
}
// x² (1 + 3 x + x²)
double one(double x) { return number(fibonacci(x, 4)); }

typedef struct {
    float a, b;
} pair;
static __attribute__((noinline)) uint64_t pairs(float x, int n) {
    pair p = {x, 2 * x};
    if (n > 0) {
        uint64_t bits = pairs(x, n - 1);
        memcpy(&p, &bits, sizeof p);
        p = (pair){p.a * p.b, p.a + x};
    }
    uint64_t bits;
    memcpy(&bits, &p, sizeof bits);
    return bits;
}
// (2 x²) (2 x)
double two(double x) {
    uint64_t bits = pairs((float)x, 2);
    pair p;
    memcpy(&p, &bits, sizeof p);
    return p.a;
}
static double difference(double (*f)(double), double x, double step) {
    return (f(x + step) - f(x - step)) / (2 * step);
}
int main(void) {
    double x = 1.5;
    double d_one = __enzyme_fwddiff((void *)one, x, 1.0), d_two = __enzyme_fwddiff((void *)two, x, 1.0);
    check_close("one", d_one, 2 * x + 9 * x * x + 4 * x * x * x, 1e-12);
    check_close("one by differences", d_one, difference(one, x, 1e-5), 1e-7);
    check_close("two", d_two, 12 * x * x, 1e-6);
    check_close("two by differences", d_two, difference(two, x, 1.0 / 128), 1e-4);
    return 0;
}
