// Shadows of a mutable global are private to each level of a nested derivative, and to each inner call.
// run:
#include "check.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static double state[2] = {1, 1};
static double inner(double x, int i, int j) {
    double r = state[i] * x;
    state[j] = x * x;
    return r + state[i] * state[i] * x;
}
static double once(double x, int i, int j) { return __enzyme_autodiff((void *)inner, x, i, j); }
static double twice(double x, int i, int j) {
    double first = __enzyme_autodiff((void *)inner, x, i, j);
    return first * x + __enzyme_autodiff((void *)inner, x, i, j);
}
static void reset(void) { state[0] = state[1] = 1.0; }
int main(void) {
    const double x = 1.3;
    // The state on entry is constant: inner' = 1 + 5 x^4, and x^2 + 5 x^4 in the second call.
    reset();
    check_close("once, value", once(x, 0, 0), 1.0 + 5.0 * pow(x, 4), 1e-12);
    reset();
    check_close("once, reverse over reverse", __enzyme_autodiff((void *)once, x, 0, 0), 20.0 * pow(x, 3), 1e-12);
    reset();
    check_close("once, forward over reverse", __enzyme_fwddiff((void *)once, x, 1.0, 0, 0), 20.0 * pow(x, 3), 1e-12);
    double want = 1.0 + 25.0 * pow(x, 4) + 2.0 * x + 20.0 * pow(x, 3);
    reset();
    check_close("twice, reverse over reverse", __enzyme_autodiff((void *)twice, x, 0, 0), want, 1e-12);
    reset();
    check_close("twice, forward over reverse", __enzyme_fwddiff((void *)twice, x, 1.0, 0, 0), want, 1e-12);
    return 0;
}
