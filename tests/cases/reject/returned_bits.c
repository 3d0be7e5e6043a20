// A number that a recursive function returns as an integer has no adjoint in its caller.
// reject: a floating-point number is returned inside an integer here, and its derivative would be lost
#include <stdint.h>
#include <string.h>
double __enzyme_autodiff(void *, ...);
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
double f(double x) { return number(fibonacci(x, 4)); }
double df(double x) { return __enzyme_autodiff((void *)f, x); }
