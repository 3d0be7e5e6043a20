// Own memory that others know, or that leads to memory of others: what is read through it is overwritten later.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct holder { double *p; long n; };
struct chain { struct chain *next; double *value; };
struct holder *published;

// A pointer of the caller lies in own memory.
double held(double *x) {
  struct holder *h = malloc(sizeof *h);
  h->p = x;
  double y = h->p[0] * h->p[0] * x[1];
  x[0] = 3;
  free(h);
  return y;
}

// It was copied there, with what lies around it.
double copied(double *x) {
  struct holder outer[2] = {{x, 2}, {x + 1, 1}}, *h = malloc(sizeof outer);
  memcpy(h, outer, sizeof outer);
  double y = h[0].p[0] * h[0].p[0] * h[1].p[0];
  x[0] = 3;
  free(h);
  return y;
}

// It was an integer.
double hidden(double *x) {
  uintptr_t *h = malloc(2 * sizeof *h);
  h[0] = (uintptr_t)x + 32;
  h[1] = h[0] - 32;
  double *p = (double *)h[1], y = p[0] * p[0] * x[1];
  x[0] = 3;
  free(h);
  return y;
}

// Own memory is known to a function that is only called.
static __attribute__((noinline)) void reset(void) { published->p[0] = 7; }
double shown(double *x) {
  struct holder *h = malloc(sizeof *h);
  h->p = malloc(2 * sizeof(double));
  h->p[0] = x[0];
  h->p[1] = x[1];
  published = h;
  double y = h->p[0] * h->p[0] * h->p[1];
  reset();
  y += h->p[0];
  published = 0;
  free(h->p);
  free(h);
  return y;
}

// A list whose last element belongs to the caller.
double chained(double *x) {
  struct chain *last = 0;
  double own[2] = {2 * x[1], x[0]}, y = 0;
  for (int i = 0; i < 3; ++i) {
    struct chain *c = malloc(sizeof *c);
    c->next = last;
    c->value = i == 0 ? x : &own[i - 1];
    last = c;
  }
  for (struct chain *c = last; c; c = c->next)
    y += c->value[0] * c->value[0];
  for (struct chain *c = last; c; c = c->next)
    c->value[0] = 1;
  while (last) {
    struct chain *next = last->next;
    free(last);
    last = next;
  }
  return y * x[0] * x[1];
}
// Constants of the program lead to memory that is not constant.
static double first, second;
static const struct holder table[2] = {{&first, 1}, {&second, 1}};
double listed(double *x) {
  struct holder *h = malloc(sizeof table);
  memcpy(h, table, sizeof table);
  first = x[0];
  second = x[1];
  double y = h[0].p[0] * h[0].p[0] * table[1].p[0];
  first = 3;
  second = 5;
  free(h);
  return y;
}

// check: double listed(double *x = {1.5, 0.75})
// expect: x = {2.25, 2.25}
// check: double held(double *x = {1.5, 0.75} seed {1, 0.5})
// expect: x = {2.25, 2.75}
// check: double copied(double *x = {1.5, 0.75} seed {1, 0.5})
// expect: x = {2.25, 2.75}
// check: double hidden(double *x = {1.5, 0.75} seed {1, 0.5})
// expect: x = {2.25, 2.75}
// check: double shown(double *x = {1.5, 0.75})
// expect: x = {2.25, 2.25}
// check: double chained(double *x = {1.5, 0.75} seed {0.25, 1})
// expect: x = {4.5, 12.25}
