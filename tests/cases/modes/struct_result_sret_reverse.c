// Reverse mode of a function that returns through memory: the seed of the result follows the function.
// run:
#include "check.h"
struct powers { double p[5]; };
double __enzyme_autodiff(void *, ...);
struct powers powers_of(double x) {
    struct powers r;
    r.p[0] = 3.0;
    for (int i = 1; i < 5; ++i)
        r.p[i] = r.p[i - 1] * x;
    return r;
}
int main(void) {
    struct powers seed = {{1.0, 10.0, 0.5, 2.0, -1.0}};
    double dx = __enzyme_autodiff((void *)powers_of, &seed, 2.0);
    check_close("dx", dx, 30.0 + 6.0 + 72.0 - 96.0, 1e-12);
    return 0;
}
