// Integer powers, positive, negative and zero exponents.
double ipow(double x, int n) { return __builtin_powi(x, n) * 2.0 + x; }
// check: double ipow(double x = 1.3, int n = 5)
// value: 8.72586
// expect: x = 29.561000000000003
// check: double ipow(double x = -1.3, int n = -2)
// value: -0.11656804733727811
// expect: x = 2.8206645425580337
// check: double ipow(double x = 1.3, int n = 0)
// value: 3.3
// expect: x = 1.0
