// Numbers that are read from text are constants; one that was not read keeps what was there, and its derivative.
// check: double f(double *x = {2, 3, 5})
// value: 129
// expect: x = {36.5, 4, 27.5}
#include <stdio.h>
#include <stdlib.h>

struct term { char name[8]; double factor; int power; float offset; };

static double value(const char *text, double factor, double x) {
  struct term t = {"none", factor, 1, 0.5f};
  int read = sscanf(text, "%7s %lf %d%*c%f", t.name, &t.factor, &t.power, &t.offset);
  double power = 1;
  for (int i = 0; i < t.power; ++i)
    power *= x;
  return t.factor * power + t.offset * x + read * (t.name[0] - 'a');
}

double f(const double *x) {
  double sum = value("c 2.5 3,1.5", x[1], x[0]); // 2.5 x0^3 + 1.5 x0 + 8
  sum += value("b", x[0], x[2]);                 // x0 x2 + 0.5 x2 + 1
  sum += value("a 2", x[1] * 7, x[2]) * x[2];    // 2 x2^2 + 0.5 x2^2
  return sum + atof("4") * x[1] + strtod("10", 0);
}
