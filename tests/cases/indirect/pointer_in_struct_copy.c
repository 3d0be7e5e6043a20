// A struct with a function pointer and its parameters is copied before use: the copy holds the primal pointer.
#include <math.h>
struct op { double (*apply)(double, double); double k; };
static double scale(double x, double k) { return x * k; }
static double warp(double x, double k) { return sin(x + k); }
double pipeline(double x, double k, int n) {
    struct op stages[3] = {{scale, k}, {warp, 2.0 * k}, {scale, 0.5}};
    for (int i = 0; i < n; ++i) {
        struct op o = stages[i % 3];
        o.k += 0.1 * x;
        x = o.apply(x, o.k);
    }
    return x;
}
// check: double pipeline(double x = 0.7, double k = 1.3, int n = 5)
// value: 0.753142098249475
// expect: x = 0.50378926692984882, k = -0.27449403218080393
