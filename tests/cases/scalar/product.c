// Product rule on two scalars, each appearing once as a factor and once as a square.
double product(double x, double y) { return x * x * y + 3.0 * y; }
// check: double product(double x = 2.0, double y = 3.5)
// value: 24.5
// expect: x = 14.0, y = 7.0
