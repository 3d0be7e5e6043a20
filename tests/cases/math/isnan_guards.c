// Classification macros (isnan, isfinite, signbit) only steer control flow.
#include <math.h>
double guarded(double x, double y) {
    double r = x / y;
    if (isnan(r) || !isfinite(r))
        return 0.25 * x;
    return signbit(r) ? r * r : sqrt(r);
}
// check: double guarded(double x = 3.0, double y = 2.0)
// value: 1.2247448713915889
// expect: x = 0.20412414523193151, y = -0.30618621784789724
// check: double guarded(double x = -3.0, double y = 2.0)
// value: 2.25
// expect: x = -1.5, y = -2.25
// check: double guarded(double x = 3.0, double y = 0.0)
// value: 0.75
// expect: x = 0.25, y = 0.0
// differences: off (the branch is only taken at y = 0)
