// Two arrays that change places: what is the state is another memory in every pass.
// reject: depends on an integer that changes from pass to pass, or on pointers that change places
// reject: copy arrays instead of exchanging pointers to them
#include <math.h>
#include <zymase/autodiff.h>

double f(double *p, int n) {
  double first[4] = {0}, second[4], *now = first, *next = second, change;
  do {
    zymase_fixed_point(1e-12);
    change = 0;
    for (int i = 0; i < n; ++i) {
      next[i] = p[i] * cos(now[i]);
      change += fabs(next[i] - now[i]);
    }
    double *old = now;
    now = next, next = old;
  } while (change > 1e-12);
  return now[0];
}

int main(void) {
  double p[4] = {1, 2, 3, 4}, dp[4] = {0};
  __enzyme_autodiff((void *)f, enzyme_dup, p, dp, 4);
  return dp[0] > 0;
}
