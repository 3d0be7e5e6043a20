// run:
// leaks: on
// The value may be declared before the tape. Where nothing is kept that pointer is null and need not be passed on.
#include "check.h"
#include <zymase/autodiff.h>

struct augmented {
    double value;
    void *tape;
};
struct augmented __enzyme_augmentfwd_swapped(void *, ...);

static double linear(double *x, double *y) { return 3 * x[0] + 2 * y[0]; }
static double cubic(double *x, int n) {
    double product = 1;
    for (int i = 0; i < n; ++i)
        product *= x[i];
    return product * x[0];
}

int main(void) {
    double x = 2, dx = 0, y = 5, dy = 0;
    struct augmented a = __enzyme_augmentfwd_swapped((void *)linear, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
    check_close("value", a.value, 16, 0);
    check_close("no tape", a.tape == 0, 1, 0);
    __enzyme_reverse((void *)linear, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy, 1.0, (void *)0);
    check_close("by x", dx, 3, 0);
    check_close("by y", dy, 2, 0);

    double v[3] = {2, 3, 5}, dv[3] = {0, 0, 0};
    struct augmented b = __enzyme_augmentfwd_swapped((void *)cubic, enzyme_dup, v, dv, enzyme_const, 3);
    check_close("value of a loop", b.value, 60, 0);
    v[0] = v[1] = v[2] = 0;
    __enzyme_reverse((void *)cubic, enzyme_dup, v, dv, enzyme_const, 3, 1.0, b.tape);
    check_close("by the first", dv[0], 60, 1e-13);
    check_close("by the last", dv[2], 12, 1e-13);
    return 0;
}
