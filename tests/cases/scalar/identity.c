// The function that only returns its argument: the seed must come out untouched.
double identity(double x) { return x; }
// check: double identity(double x = -0.75)
// value: -0.75
// expect: x = 1.0
