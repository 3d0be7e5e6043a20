// A float and an integer share a register when the struct is passed and returned by value.
#include <math.h>
struct cell { float weight; int kind; double value; };
static __attribute__((noinline)) struct cell turned(struct cell c, double angle) {
    c.value *= 0.5 + sin(angle);
    c.kind += 2;
    return c;
}
static struct cell descend(struct cell c, int depth) {
    if (depth == 0)
        return c;
    c.weight = c.weight * 1.5f + 0.25f;
    struct cell below = descend(c, depth - 1);
    below.value += c.weight;
    return below;
}
double mixed(double x, double y) {
    struct cell c = {0.5f, 3, y};
    c.weight = (float)x;
    c = turned(c, 0.5 * y);
    c = descend(c, 2);
    return c.value * c.weight + c.kind * x;
}
// check: double mixed(double x = 0.75, double y = 1.25)
// value: 15.413953054593524
// expect: x = 25.020586080145051, y = 3.6813825773347038
// tolerance: 1e-7
