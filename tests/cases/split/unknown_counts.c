// A long tape: loops of unknown count, heap memory in them, early exits; the argument is changed in between.
// run:
// leaks: on
#include <math.h>
#include <stdlib.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
struct aug {
  void *tape;
  double v;
};
struct aug __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
static double f(const double *x, int n) {
  double best = 0;
  for (int i = 0; i < n; i++) {
    int m = 1 + (int)(10 * fabs(sin(x[i])));
    double *t = malloc(m * sizeof *t);
    for (int j = 0; j < m; j++) {
      t[j] = j ? t[j - 1] * x[i] + x[(i + j) % n] : x[i];
      if (t[j] > 50) {
        m = j + 1;
        break;
      }
    }
    double s = 0;
    for (int j = 0; j < m; j++)
      s += t[j] * t[j];
    free(t);
    if (s > 1e6)
      return best + s;
    switch (i % 4) {
    case 0:
      best += s;
      break;
    case 1:
      best *= cos(s);
      break;
    case 2:
      if (s > 2)
        continue;
      best -= s;
      break;
    default:
      best += sqrt(s + 1);
    }
  }
  return best;
}
int main() {
  enum { n = 200 };
  double x[n], dx[n] = {0};
  for (int i = 0; i < n; i++)
    x[i] = 1.1 * sin(i * .7);
  struct aug a = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_const, n);
  for (int i = 0; i < n; i++)
    x[i] = -x[i];
  __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_const, n, 1.0, a.tape);
  for (int i = 0; i < n; i++)
    x[i] = -x[i];
  for (int i = 0; i < n; i += 7) {
    double o = x[i], h = 1e-7;
    x[i] = o + h;
    double u = f(x, n);
    x[i] = o - h;
    double d = f(x, n);
    x[i] = o;
    check_close("d", dx[i], (u - d) / (2 * h), 2e-4);
  }
  return 0;
}
