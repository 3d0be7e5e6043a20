// Inline assembly without instructions: values run through it unchanged, and derivatives with them.
#include <math.h>
static double calls;
static double hidden(double v) {
    __asm__ volatile("# a comment");
    __asm__("" : "+x"(v));
    calls += 1;
    return v;
}
double barriers(double x, double y) {
    double s = hidden(x) * sin(hidden(y));
    __asm__ volatile("" : : "x"(s) : "memory");
    return s * hidden(s);
}
// check: double barriers(double x = 1.5, double y = 0.5)
// value: 0.5171599058983428
// expect: x = 0.6895465411977905, y = 1.8933097158177672
