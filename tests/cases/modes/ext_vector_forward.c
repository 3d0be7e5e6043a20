// Vectors of four doubles behind pointers at the interface, forward mode.
// run:
#include "check.h"
typedef double v4 __attribute__((ext_vector_type(4)));
void __enzyme_fwddiff(void *, ...);
void apply(const v4 *x, const v4 *y, v4 *out) { *out = *x * *x * *x - *y; }
int main(void) {
    v4 x = {1.0, 2.0, -1.0, 0.5}, dx = {1.0, 0.5, 2.0, -1.0}, y = {4, 3, 2, 1}, dy = {1.0, 10.0, 100.0, 1000.0}, o, d;
    __enzyme_fwddiff((void *)apply, &x, &dx, &y, &dy, &o, &d);
    double want[4] = {2.0, -4.0, -94.0, -1000.75};
    for (int i = 0; i < 4; ++i)
        check_close("lane", d[i], want[i], 1e-12);
    check_close("primal lane 1", o[1], 5.0, 1e-12);
    return 0;
}
