// Variadic functions that only print.
#include <stdio.h>
#include <stdarg.h>
static int logf_(const char *fmt, ...) { va_list ap; va_start(ap, fmt); char b[100]; int n = vsnprintf(b, 100, fmt, ap); va_end(ap); return n; }
// check: double f(double x = 2, double y = 3)
// expect: x = 12, y = 4
// tolerance: 1e-7
double f(double x, double y) { char b[64]; int n = snprintf(b, 64, "%f %g", x, y); logf_("%d %f", n, x * y); fprintf(stderr, "%s", ""); return x * x * y; }
