// _Float16 arithmetic and conversions; all values here are exact in half precision.
// run:
#include "check.h"
_Float16 __enzyme_autodiff_h(_Float16 (*)(_Float16), _Float16);
_Float16 __enzyme_fwddiff_h(_Float16 (*)(_Float16), _Float16, _Float16);
_Float16 f(_Float16 x) { return x * x * (_Float16)0.5 + (_Float16)3 * x; }
int main(void) {
    check_close("reverse", (double)__enzyme_autodiff_h(f, (_Float16)2.5), 5.5, 1e-3);
    check_close("forward", (double)__enzyme_fwddiff_h(f, (_Float16)2.5, (_Float16)2), 11.0, 1e-3);
    return 0;
}
