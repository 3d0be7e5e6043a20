// Forward kinematics of a planar chain with joint limits, and a reaching cost.
#include <math.h>

#define LINKS 4

struct arm {
    double length[LINKS];
    double lo, hi;
};

static double limit_cost(double a, double lo, double hi) {
    if (a < lo)
        return (lo - a) * (lo - a);
    if (a > hi)
        return (a - hi) * (a - hi);
    return 0.0;
}

double reach(const double *angles, double tx, double ty) {
    struct arm arm = {{1.0, 0.8, 0.6, 0.4}, -1.0, 1.0};
    double x = 0.0, y = 0.0, heading = 0.0, cost = 0.0;
    for (int i = 0; i < LINKS; ++i) {
        heading += angles[i];
        x += arm.length[i] * cos(heading);
        y += arm.length[i] * sin(heading);
        cost += limit_cost(angles[i], arm.lo, arm.hi) * 10.0;
    }
    double dx = x - tx, dy = y - ty;
    return sqrt(dx * dx + dy * dy) + cost + 0.01 * heading * heading;
}
// check: double reach(double *angles = {0.4, 1.3, -0.2, -1.4}, double tx = 1.1, double ty = 1.9)
// value: 2.6770530334759663
// expect: angles = {-2.1890742130366161, 4.5698437197160056, -0.76578385754583256, -8.2110333157400586}, tx = -0.89531884571967213,
//     ty = 0.44542582379021756
