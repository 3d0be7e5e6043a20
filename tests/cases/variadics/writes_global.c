// A variadic function receives nothing active, but overwrites a global that is active here.
#include <stdarg.h>
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
// check: double f(double x = 3)
// value: 7
// expect: x = 1
