// The state is a struct of the caller's, copied as a whole.
// check: double f(double *start = {0.1, 0.2, 0.3, 0.4}, int steps = 10)
// expect: start = {-0.059824887649311501, -0.055127283118474348, 0.081929488410294002, 0.25021708525101755}
#include <math.h>
#include <string.h>
#include <zymase/autodiff.h>

struct state {
  double place[2], speed[2];
};

static struct state step(struct state s) {
  struct state next = s;
  for (int i = 0; i < 2; ++i) {
    next.place[i] += 0.1 * s.speed[i];
    next.speed[i] -= 0.1 * sin(s.place[1 - i]);
  }
  return next;
}

double f(double *start, int steps) {
  struct state s = {{start[0], start[1]}, {start[2], start[3]}};
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    s = step(s);
  }
  return s.place[0] * s.speed[1];
}
