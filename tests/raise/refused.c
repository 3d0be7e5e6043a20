// What is refused, with the line and the reason.
// raise: prints --fix n=4 ; refused refused.c:14: `printf` is called
// raise: list ; refused refused.c:24: a pointer is read from memory
// raise: factorial ; refused refused.c:32: `factorial` calls itself
// raise: mixed_types --fix n=4 ; refused holds values of different types
// raise: unknown ; refused there is no function `unknown` with a body
// raise: volatile_sum --fix n=4 ; refused refused.c:42: volatile memory
// raise: prints --fix m=4 ; refused has no parameter `m`; it has n, x
#include <stdio.h>

double prints(int n, const double *x) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    printf("%g\n", x[i]);
    s += x[i];
  }
  return s;
}

struct node { double value; struct node *next; };

double list(const struct node *at) {
  double s = 0;
  for (; at; at = at->next)
    s += at->value;
  return s;
}

double factorial(double n) {
  if (n < 1)
    return 1;
  return n * factorial(n - 1);
}

struct record { double value; int count; };

double mixed_types(int n, const struct record *r) { return r[n - 1].value + r[0].count; }

double volatile_sum(int n, volatile double *x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
