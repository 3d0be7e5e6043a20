// A kernel with some 300 instructions that is reached on 36 ways: it stays a function, with a derivative of its own. Its
// arguments are parts of one array, values that were computed before, and arrays of its callers, and it overwrites.
#include <math.h>
#define ROUND(a, b, c)                                                                                                     \
  x = x + a * sin(y * b) / (1 + c * x * x);                                                                                \
  y = y + b * z / (1 + c * x * x + y * y) - a * cos(x);                                                                    \
  z = z + c * x * y - a * z / (2 + z * z);
#define ROUNDS(a)                                                                                                          \
  ROUND(a, 0.031, 0.011)                                                                                                   \
  ROUND(0.047, a, 0.013)                                                                                                   \
  ROUND(0.041, 0.037, a)

__attribute__((noinline)) static double kernel(double *s, double w) {
  double x = s[0], y = s[1], z = s[2] * w;
  ROUNDS(0.021)
  ROUNDS(0.023)
  ROUNDS(0.027)
  ROUNDS(0.029)
  s[0] = x;
  s[2] = z + 0.5 * w;
  return x * y + z;
}
__attribute__((noinline)) static double twice(double *s, double w) {
  double own[3] = {s[0], w, 0.3 * s[1]};
  double sum = kernel(s, w);
  sum += kernel(own, 0.1 * sum) * own[0];
  return sum;
}
__attribute__((noinline)) static double six(double *s, double w) {
  double sum = twice(s, w);
  sum += 0.5 * twice(s, 0.7 * w);
  return sum + twice(s, 0.4 * s[1]);
}
double shared_callees(double *s, double w) {
  double sum = six(s, w);
  for (int i = 0; i < 2; ++i)
    sum += 0.1 * sum * six(s, 0.1 * i + 0.2);
  sum += six(s, 0.9);
  sum += six(s, 0.1 * s[2]);
  sum += six(s, 0.2 * s[0]);
  return sum - six(s, w * w);
}
double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;
double derivative(double *s, double *ds, double w) {
  return __enzyme_autodiff((void *)shared_callees, enzyme_dup, s, ds, w);
}
// ir: -O2 zymase.reverse.twice.da contains fdiv
// ir: -O0 zymase.reverse.kernel.shared52f8ab92f7c3fb18.condensed.da contains fdiv
// check: double shared_callees(double *s = {0.3, 0.7, 0.2}, double w = 0.6)
// value: 1.6281303651383864
// expect: s = {3.7702384733497526, 4.6361121884335348, 0.72370177007395263}, w = -0.10938086246446924
