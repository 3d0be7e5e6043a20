// Mutual recursion between two functions with different formulas.
#include <math.h>
static double odd_step(double x, double y, int n);
static double even_step(double x, double y, int n) { return n == 0 ? x * y : sin(odd_step(x, y, n - 1)) + x; }
static double odd_step(double x, double y, int n) { return n == 0 ? x - y : even_step(x, y * 0.9, n - 1) * y; }
double parity(double x, double y, int n) { return n % 2 ? odd_step(x, y, n) : even_step(x, y, n); }
// check: double parity(double x = 0.8, double y = 1.3, int n = 5)
// value: 2.3132645757102073
// expect: x = 0.77939014648505511, y = 1.1584657243546119
// check: double parity(double x = 0.8, double y = 1.3, int n = 4)
// value: 1.6510082061629148
// expect: x = -0.14728003197958267, y = -1.4296863244922338
