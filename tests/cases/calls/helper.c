// A helper called twice with different arguments.
static double square_plus(double v, double w) { return v * v + w; }
double twice(double x, double y) { return square_plus(x, y) * square_plus(y, 2.0 * x); }
// check: double twice(double x = 1.5, double y = 0.5)
// value: 8.9375
// expect: x = 15.25, y = 6
