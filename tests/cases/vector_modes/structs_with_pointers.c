// Shadows of structs hold the lane's pointers; nodes that the function makes and links get a shadow per lane.
// run:
// leaks: on
#include "check.h"

extern int enzyme_width, enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
struct two { double a, b; };
struct two __enzyme_fwddiff_two(void *, ...);

struct matrix { int n; double *data; double scale; };
struct node { double value; struct node *next; };

static double f(struct matrix *m) {
  struct node *list = 0;
  for (int i = 0; i < m->n; ++i) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = m->data[i] * m->scale;
    fresh->next = list;
    list = fresh;
  }
  double product = 1, sum = 0;
  while (list) {
    struct node *next = list->next;
    product *= list->value;
    sum += product + cos(list->value);
    free(list);
    list = next;
  }
  m->scale = sum;
  return sum * m->data[0];
}

int main(void) {
  double data[4] = {1.2, 0.8, -1.1, 0.6}, shadow[2][4] = {{0}}, h = 1e-5;
  struct matrix m = {4, data, 0.7}, d0 = {4, shadow[0], 1}, d1 = {4, shadow[1], -2};
  // The seeds are those of scale after the call.
  __enzyme_autodiff((void *)f, enzyme_width, 2, enzyme_dup, &m, &d0, &d1);
  double rows[2][5];
  for (int i = 0; i < 4; ++i)
    rows[0][i] = shadow[0][i], rows[1][i] = shadow[1][i];
  rows[0][4] = d0.scale, rows[1][4] = d1.scale;
  for (int i = 0; i < 5; ++i) {
    double result[2], scale[2];
    for (int side = 0; side < 2; ++side) {
      struct matrix p = {4, data, 0.7};
      double *place = i < 4 ? data + i : &p.scale, kept = *place;
      *place = kept + (side ? -h : h);
      result[side] = f(&p);
      scale[side] = p.scale;
      if (i < 4)
        *place = kept;
    }
    double by_result = (result[0] - result[1]) / (2 * h), by_scale = (scale[0] - scale[1]) / (2 * h);
    check_close("lane 0", rows[0][i], by_result + by_scale, 1e-6);
    check_close("lane 1", rows[1][i], by_result - 2 * by_scale, 1e-6);
    double t[2][4] = {{0}};
    struct matrix p = {4, data, 0.7}, t0 = {4, t[0], 0}, t1 = {4, t[1], 0};
    *(i < 4 ? &t[0][i] : &t0.scale) = 1;
    *(i < 4 ? &t[1][i] : &t1.scale) = 3;
    struct two forward = __enzyme_fwddiff_two((void *)f, enzyme_width, 2, enzyme_dup, &p, &t0, &t1);
    check_close("forward", forward.a, by_result, 1e-6);
    check_close("forward, second lane", forward.b, 3 * by_result, 1e-6);
    check_close("forward, memory", t0.scale, by_scale, 1e-6);
    check_close("forward, memory, second lane", t1.scale, 3 * by_scale, 1e-6);
  }
  return 0;
}
