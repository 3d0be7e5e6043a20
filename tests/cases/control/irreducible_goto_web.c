// Four labels that jump among each other, driven by the values: an irreducible region without structure.
#include <math.h>
double web(double x, double y) {
    double a = x, b = y;
    int fuel = 12;
    if (a > b)
        goto left;
    goto right;
left:
    a = 0.7 * a + 0.1 * b * b;
    if (--fuel == 0)
        goto out;
    if (a < b)
        goto mid;
right:
    b = 0.9 * b + 0.05 * sin(a);
    if (--fuel == 0)
        goto out;
    if (fuel % 3 == 0)
        goto left;
mid:
    a += 0.2 * b;
    if (--fuel == 0)
        goto out;
    if (a > b)
        goto left;
    goto right;
out:
    return a * 2.0 + b * b;
}
// check: double web(double x = 1.9, double y = 1.1)
// value: 3.1304246369715227
// expect: x = 0.54667070091014913, y = 2.8269793214886345
// check: double web(double x = 0.3, double y = 1.1)
// value: 1.9912875033496917
// expect: x = 1.0574628837665929, y = 2.3339446412015059
