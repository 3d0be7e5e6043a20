/* Loops that say they end at a fixed point, and do not: the program that is given their names ends with a message. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <zymase/autodiff.h>

double newton(double p) {
  double x = 1, change;
  do {
    zymase_fixed_point(1e-12);
    change = (x * x - p) / (2 * x);
    x -= change;
  } while (fabs(change) > 1e-12);
  return x;
}

/* No pass depends on the parameter but by comparing it. */
double bisection(double p) {
  double low = 0, high = 10;
  do {
    zymase_fixed_point(1e-12);
    double middle = (low + high) / 2;
    if (middle * middle < p)
      low = middle;
    else
      high = middle;
  } while (high - low > 1e-12);
  return low;
}

/* Left long before it has settled. */
double hasty(double p) {
  double x = 1;
  for (int pass = 0; pass < (int)(p + 1); ++pass) {
    zymase_fixed_point(1e-12);
    x = p * cos(x);
  }
  return x;
}

/* A sum over all passes is no part of a solution. */
double sum(double p) {
  double x = 1, all = 0, change;
  do {
    zymase_fixed_point(1e-12);
    change = (x * x - p) / (2 * x);
    x -= change;
    all += x;
  } while (fabs(change) > 1e-12);
  return all;
}

/* The last state is one, but passes lead away from it. */
double away(double p) {
  double x = p;
  do {
    zymase_fixed_point(1e-12);
    x = x * x / p;
  } while (x * 0 != 0);
  return x;
}

int main(int count, char **arguments) {
  const char *names[] = {"newton", "bisection", "hasty", "sum", "away"};
  int which = 0;
  while (strcmp(names[which], arguments[1]))
    ++which;
  double derivative = 0, p = 2;
  if (count > 2)
    switch (which) {
    case 0: derivative = __enzyme_fwddiff((void *)newton, p, 1.0); break;
    case 1: derivative = __enzyme_fwddiff((void *)bisection, p, 1.0); break;
    case 2: derivative = __enzyme_fwddiff((void *)hasty, p, 1.0); break;
    case 3: derivative = __enzyme_fwddiff((void *)sum, p, 1.0); break;
    case 4: derivative = __enzyme_fwddiff((void *)away, p, 1.0); break;
    }
  else
    switch (which) {
    case 0: derivative = __enzyme_autodiff((void *)newton, p); break;
    case 1: derivative = __enzyme_autodiff((void *)bisection, p); break;
    case 2: derivative = __enzyme_autodiff((void *)hasty, p); break;
    case 3: derivative = __enzyme_autodiff((void *)sum, p); break;
    case 4: derivative = __enzyme_autodiff((void *)away, p); break;
    }
  printf("derivative %.10f\n", derivative);
  return 0;
}
