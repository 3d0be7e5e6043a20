// A variadic function receives nothing active, but overwrites a global that is active here.
// reject: cannot differentiate the variadic function 'put'
#include <stdarg.h>
double __enzyme_autodiff(void *, ...);
static double shared;
__attribute__((noinline)) static void put(int n, ...) {
    va_list list;
    va_start(list, n);
    shared = va_arg(list, int);
    va_end(list);
}
double f(double x) {
    shared = x * x;
    put(3, 4);
    return shared + x;
}
double df(double x) { return __enzyme_autodiff((void *)f, x); }
