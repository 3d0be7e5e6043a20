// Functions called through tables and through structs whose shadows are copies.
// run:
// leaks: on
#include <string.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
struct aug {
  void *tape;
  double r;
};
struct aug __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
typedef double (*op)(double);
static double sq(double x) { return x * x; }
static double cu(double x) { return x * x * x; }
static op table[3] = {sq, cu, sin};
struct s {
  op o;
  double w;
};
static double f(struct s *p, int n, double x) {
  for (int i = 0; i < n; i++)
    x = p[i].o(x) * p[i].w + table[i % 3](x);
  return x;
}
int main() {
  struct s p[3] = {{sq, 0.5}, {cu, 0.7}, {cos, 0.2}}, dp[3];
  memcpy(dp, p, sizeof p);
  for (int i = 0; i < 3; i++)
    dp[i].w = 0;
  double x = 0.6, h = 1e-6;
  struct aug a = __enzyme_augmentfwd((void *)f, enzyme_dup, p, dp, enzyme_const, 3, enzyme_out, x);
  double d = __enzyme_reverse((void *)f, enzyme_dup, p, dp, enzyme_const, 3, enzyme_out, x, 1.0, a.tape);
  check_close("d", d, (f(p, 3, x + h) - f(p, 3, x - h)) / (2 * h), 1e-5);
  for (int i = 0; i < 3; i++) {
    double o = p[i].w;
    p[i].w = o + h;
    double u = f(p, 3, x);
    p[i].w = o - h;
    double v = f(p, 3, x);
    p[i].w = o;
    check_close("w", dp[i].w, (u - v) / (2 * h), 1e-5);
  }
  return 0;
}
