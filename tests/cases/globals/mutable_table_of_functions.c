// A table of functions, and one of texts, that is not constant: what is in it has no shadow and needs none.
// check: double f(double x = 0.4, int which = 1)
// expect: x = 23.774100343675563
#include <math.h>
#include <string.h>

static double square(double x) { return x * x; }
static double (*table[])(double) = {sin, exp, square};
static char *names[] = {"sine", "exponential", "square"};

double f(double x, int which) {
  char name[32];
  strcpy(name, names[which]);
  return table[which](x) * x * strlen(name) + table[(which + 1) % 3](x);
}
