// A two-lane vector passed and returned by value; its derivative is a vector too.
// run:
#include "check.h"
typedef double v2 __attribute__((ext_vector_type(2)));
v2 __enzyme_autodiff_v(double (*)(v2), v2);
v2 __enzyme_fwddiff_v(v2 (*)(v2), v2, v2);
double mix(v2 x) { return x.x * x.x * x.y + x.y; }
v2 turn(v2 x) { return x.yx * x * (v2){2.0, 3.0}; }
int main(void) {
    v2 g = __enzyme_autodiff_v(mix, (v2){3.0, 0.5});
    check_close("g.x", g.x, 3.0, 1e-12);
    check_close("g.y", g.y, 10.0, 1e-12);
    v2 t = __enzyme_fwddiff_v(turn, (v2){3.0, 0.5}, (v2){1.0, 10.0});
    check_close("t.x", t.x, 61.0, 1e-12);
    check_close("t.y", t.y, 91.5, 1e-12);
    return 0;
}
