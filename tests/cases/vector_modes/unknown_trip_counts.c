// Loops whose number of iterations is found out while they run keep a record per iteration, with every lane's pointers.
// run:
#include "check.h"

extern int enzyme_width, enzyme_dup, enzyme_const, enzyme_out;
void __enzyme_autodiff(void *, ...);
struct three { double a[3]; };
struct three __enzyme_fwddiff_three(void *, ...);

struct cell { double weight; struct cell *next; };

static double walk(struct cell *c, const double *x, double limit) {
  double s = x[0];
  while (c) {
    for (int k = 0; s * s < limit && k < 10; ++k)
      s += c->weight * x[k % 2] + 0.1 * s;
    c->weight *= s;
    s = s * 0.5 + sin(c->weight);
    c = c->next;
  }
  return s;
}

int main(void) {
  double x[2] = {0.4, 0.7}, h = 1e-6, d[3][2] = {{0}};
  struct cell cells[3], lanes[3][3];
  double weights[3] = {0.3, 0.8, 0.5};
  for (int i = 0; i < 3; ++i) {
    cells[i] = (struct cell){weights[i], i < 2 ? cells + i + 1 : 0};
    for (int k = 0; k < 3; ++k)
      lanes[k][i] = (struct cell){k, i < 2 ? lanes[k] + i + 1 : 0};
  }
  __enzyme_autodiff((void *)walk, enzyme_width, 3, enzyme_dup, cells, lanes[0], lanes[1], lanes[2], enzyme_dup, x, d[0],
                    d[1], d[2], enzyme_const, 2.0);
  for (int i = 0; i < 5; ++i) {
    double value[2], after[2] = {0};
    for (int side = 0; side < 2; ++side) {
      double y[2] = {x[0], x[1]};
      struct cell c[3];
      for (int j = 0; j < 3; ++j)
        c[j] = (struct cell){weights[j], j < 2 ? c + j + 1 : 0};
      *(i < 2 ? y + i : &c[i - 2].weight) += side ? -h : h;
      value[side] = walk(c, y, 2.0);
      for (int j = 0; j < 3; ++j)
        after[side] += c[j].weight;
    }
    double by_value = (value[0] - value[1]) / (2 * h), by_after = (after[0] - after[1]) / (2 * h);
    for (int k = 0; k < 3; ++k) {
      double got = i < 2 ? d[k][i] : lanes[k][i - 2].weight;
      check_close("lane", got, by_value + k * by_after, 1e-6);
    }
  }
  return 0;
}
