// Rows of two Jacobians from one tape inside a Newton solver.
// run:
// leaks: on
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_nofree, enzyme_noret;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
static void res(const double *x, const double *p, double *r) {
  r[0] = x[0] * x[0] + x[1] - p[0];
  r[1] = exp(x[0]) - x[1] * p[1];
}
static void jac(const double *x, const double *p, double J[2][2], double P[2][2]) {
  double r[2], dr[2] = {0}, dx[2], dp[2];
  void *t = __enzyme_augmentfwd((void *)res, enzyme_noret, enzyme_dup, x, dx, enzyme_dup, p, dp, enzyme_dup, r, dr);
  for (int i = 0; i < 2; i++) {
    dx[0] = dx[1] = dp[0] = dp[1] = 0;
    dr[0] = i == 0;
    dr[1] = i == 1;
    if (i == 1)
      __enzyme_reverse((void *)res, enzyme_dup, x, dx, enzyme_dup, p, dp, enzyme_dup, r, dr, t);
    else
      __enzyme_reverse((void *)res, enzyme_nofree, enzyme_dup, x, dx, enzyme_dup, p, dp, enzyme_dup, r, dr, t);
    for (int j = 0; j < 2; j++) {
      J[i][j] = dx[j];
      P[i][j] = dp[j];
    }
  }
}
static void solve(double *x, const double *p) {
  for (int it = 0; it < 50; it++) {
    double J[2][2], P[2][2], r[2];
    res(x, p, r);
    if (fabs(r[0]) + fabs(r[1]) < 1e-14)
      break;
    jac(x, p, J, P);
    double D = J[0][0] * J[1][1] - J[0][1] * J[1][0];
    x[0] -= (r[0] * J[1][1] - r[1] * J[0][1]) / D;
    x[1] -= (J[0][0] * r[1] - J[1][0] * r[0]) / D;
  }
}
int main() {
  double p[2] = {2.5, 1.4}, x[2] = {1, 1};
  solve(x, p);
  double J[2][2], P[2][2];
  jac(x, p, J, P);
  double D = J[0][0] * J[1][1] - J[0][1] * J[1][0];
  for (int k = 0; k < 2; k++) {
    double a = -(P[0][k] * J[1][1] - P[1][k] * J[0][1]) / D;
    double u[2] = {1, 1}, d[2] = {1, 1}, q[2] = {p[0], p[1]};
    q[k] += 1e-6;
    solve(u, q);
    q[k] -= 2e-6;
    solve(d, q);
    check_close("ift", a, (u[0] - d[0]) / 2e-6, 1e-5);
  }
  return 0;
}
