// A constant table of functions indexed by data.
#include <math.h>
static double op_exp(double x, double y) { return exp(-x) * y; }
static double op_mul(double x, double y) { return x * y; }
static double op_hyp(double x, double y) { return sqrt(x * x + y * y); }
static double op_sub(double x, double y) { return x - 2.0 * y; }
static double (*const table[])(double, double) = {op_exp, op_mul, op_hyp, op_sub};
double program(double x, double y, const int *code, int n) {
    double acc = x;
    for (int i = 0; i < n; ++i)
        acc = table[code[i]](acc, y + i);
    return acc;
}
// check: double program(double x = 0.9, double y = 1.3, int *code = {1, 0, 2, 3, 1, 2}, int n = 6)
// value: 28.393230655139661
// expect: x = 1.0139550088353717, y = 10.962914884746064
