// Second derivatives of functions that keep addresses in globals: of their own memory, of a global, of what they are given.
// run:
#include "second_order.h"
#include <math.h>
#include <stdlib.h>

// An arena.
static struct arena {
  double *memory;
  int used;
} *arena;

static double *take(int count) {
  arena->used += count;
  return arena->memory + arena->used - count;
}

double of_arena(double t) {
  struct arena all = {malloc(8 * sizeof(double)), 0};
  arena = &all;
  double *a = take(2), *b = take(3);
  a[0] = exp(t), a[1] = t + 1;
  b[0] = a[0] * a[1], b[1] = b[0] * t, b[2] = 3;
  double sum = b[0] * b[1] + b[2] * a[1] * t;
  free(all.memory);
  return sum;
}

// The pointer is there before the call, and leads to a global that is written.
static double numbers[4];
static double *at = numbers + 1;

double of_global(double t) {
  numbers[1] = sin(t) + 2;
  numbers[2] = t * t * t + t;
  double sum = at[0] * at[0] * at[1];
  at[0] *= t;
  return sum + numbers[1];
}

// What the function is given, or what it makes.
static const double *chosen;

static double read_chosen(void) { return chosen[0] * chosen[0] * chosen[1]; }

double of_choice(double t) {
  double here[2] = {t + 3, cos(t)}, there[2] = {t * t, 5};
  chosen = here;
  double sum = read_chosen();
  chosen = there;
  return sum + read_chosen() * here[0];
}

ORDERS(of_arena)
ORDERS(of_global)
ORDERS(of_choice)

int main(void) {
  // (1 + t)^2 t e^2t + 3 t (1 + t)
  CHECK_ORDERS(of_arena, 4, 14);
  // (sin t + 2)^2 (t^3 + t) + t (sin t + 2)
  CHECK_ORDERS(of_global, 6, 10);
  // (t + 3)^2 cos t + 5 t^4 (t + 3)
  CHECK_ORDERS(of_choice, 6, -7);
  return 0;
}
