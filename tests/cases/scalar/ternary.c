// A conditional expression that becomes a select: only the chosen arm is differentiated.
double pick(double x, double y) { return x > y ? x * x * y : y * y + x; }
// check: double pick(double x = 3.0, double y = 2.0)
// value: 18
// expect: x = 12.0, y = 9.0
// check: double pick(double x = 1.0, double y = 2.0)
// value: 5
// expect: x = 1.0, y = 4.0
