// A network of structs with pointers; intermediate memory is freed inside, the result is returned.
// run:
// leaks: on
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
typedef struct {
  double *data;
  int n;
  double bias;
} layer;
struct aug {
  void *tape;
  double *y, *dy;
};
struct aug __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
static double *run(layer *l, int k, const double *x) {
  double *y = malloc(l[0].n * sizeof *y);
  memcpy(y, x, l[0].n * sizeof *y);
  for (int j = 0; j < k; j++) {
    double *z = malloc(l[j].n * sizeof *z);
    for (int i = 0; i < l[j].n; i++)
      z[i] = tanh(y[i] * l[j].data[i] + l[j].bias);
    free(y);
    y = z;
  }
  return y;
}
int main() {
  enum { n = 3, k = 2 };
  double d[k][n] = {{.1, .2, .3}, {.5, -.4, .6}}, dd[k][n] = {{0}}, x[n] = {1, 2, 3}, dx[n] = {0};
  layer l[k] = {{d[0], n, .1}, {d[1], n, -.2}}, dl[k] = {{dd[0], n, 0}, {dd[1], n, 0}};
  struct aug a = __enzyme_augmentfwd((void *)run, enzyme_dup, l, dl, enzyme_const, k, enzyme_dup, x, dx);
  for (int i = 0; i < n; i++)
    a.dy[i] = i + 1;
  __enzyme_reverse((void *)run, enzyme_dup, l, dl, enzyme_const, k, enzyme_dup, x, dx, a.tape);
  free(a.y);
  free(a.dy);
#define L()                                                                                                            \
  ({                                                                                                                   \
    double *y = run(l, k, x);                                                                                          \
    double s = y[0] + 2 * y[1] + 3 * y[2];                                                                             \
    free(y);                                                                                                           \
    s;                                                                                                                 \
  })
#define CHK(v, g)                                                                                                      \
  do {                                                                                                                 \
    double o = v, h = 1e-6;                                                                                            \
    v = o + h;                                                                                                         \
    double p = L();                                                                                                    \
    v = o - h;                                                                                                         \
    double q = L();                                                                                                    \
    v = o;                                                                                                             \
    check_close(#v, g, (p - q) / (2 * h), 1e-5);                                                                       \
  } while (0)
  for (int i = 0; i < n; i++) {
    CHK(x[i], dx[i]);
    for (int j = 0; j < k; j++)
      CHK(d[j][i], dd[j][i]);
  }
  for (int j = 0; j < k; j++)
    CHK(l[j].bias, dl[j].bias);
  return 0;
}
