// Base-class fields and multiple inheritance: offsets differ but derivatives follow.
struct Named { int id; };
struct Mass { double m; };
struct Body : Named, Mass {
    double v[2];
    double kinetic() const { return 0.5 * m * (v[0] * v[0] + v[1] * v[1]) + id; }
};
static double twice_mass(const Mass &mass) { return 2.0 * mass.m * mass.m; }
double inherit(double m, double vx, double vy) {
    Body b;
    b.id = 3;
    b.m = m;
    b.v[0] = vx * m;
    b.v[1] = vy;
    return b.kinetic() + twice_mass(b);
}
// check: double inherit(double m = 1.5, double vx = 0.8, double vy = -2.0)
// value: 11.58
// expect: m = 10.16, vx = 2.7, vy = -3
