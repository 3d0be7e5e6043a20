// A struct that points into the one around it, moved within itself; forward mode first: its code must tell nothing about
// the types that reverse mode sees.
// run:
#include "check.h"
#include <string.h>
#include <zymase/autodiff.h>
struct slice {
  double *data;
  int length;
};
struct arguments {
  float x[6];
  double a;
  double values[6];
  struct slice slice;
};
static void shift(float *x, struct slice *s) { memmove(s->data + 1, s->data, 5 * sizeof(double)); }
static void load(struct arguments *p, const double *v) {
  for (int i = 0; i < 6; ++i)
    p->x[i] = v[i];
  for (int i = 0; i < 6; ++i)
    p->values[i] = v[6 + i];
  p->slice.data = p->values;
  p->slice.length = 6;
}
static void store(const struct arguments *p, double *v) {
  for (int i = 0; i < 6; ++i)
    v[i] = p->x[i];
  for (int i = 0; i < 6; ++i)
    v[6 + i] = p->values[i];
}
static void forward(const double *v, const double *t, double *out) {
  struct arguments p, d;
  load(&p, v);
  load(&d, t);
  __enzyme_fwddiff((void *)shift, enzyme_dup, p.x, d.x, enzyme_dup, &p.slice, &d.slice);
  store(&d, out);
}
static void reverse(const double *v, const double *t, double *out) {
  struct arguments p, d;
  load(&p, v);
  load(&d, t);
  __enzyme_autodiff((void *)shift, enzyme_dup, p.x, d.x, enzyme_dup, &p.slice, &d.slice);
  store(&d, out);
}
int main(void) {
  double v[12], t[12], tangent[12], adjoint[12];
  for (int i = 0; i < 12; ++i) {
    v[i] = i;
    t[i] = 0.1 * i + 0.01 * i * i;
  }
  forward(v, t, tangent);
  reverse(v, t, adjoint);
  check_close("tangent 0", tangent[6], t[6], 1e-15);
  check_close("adjoint 0", adjoint[6], t[6] + t[7], 1e-15);
  for (int i = 1; i < 6; ++i) {
    check_close("tangent", tangent[6 + i], t[5 + i], 1e-15);
    check_close("adjoint", adjoint[6 + i], i < 5 ? t[7 + i] : 0, 1e-15);
  }
  return 0;
}
