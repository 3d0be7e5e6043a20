// Whole-struct assignment copies values; later changes to the source do not reach the copy.
struct state { double a, b; int n; double c[3]; };
double copies(double x, double y) {
    struct state s = {x, y, 2, {x * y, x + y, 1.0}};
    struct state t = s;
    s.a = 100.0 * y;
    s.c[1] *= s.c[0];
    t.c[2] = s.c[1] * t.a;
    struct state u = t;
    t = s;
    return u.a * u.b * u.n + u.c[0] * u.c[2] + t.a * t.c[1];
}
// check: double copies(double x = 1.2, double y = 0.7)
// value: 115.00876799999998
// expect: x = 158.16863999999998, y = 385.84319999999997
