// A variadic function that reads active values from its argument list.
#include <stdarg.h>
__attribute__((noinline)) static double total(int n, ...) {
    va_list ap;
    va_start(ap, n);
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += va_arg(ap, double);
    va_end(ap);
    return s;
}
double f(double x) { return total(3, x, x * x, 2.0 * x); }
// check: double f(double x = 3)
// value: 18
// expect: x = 9
