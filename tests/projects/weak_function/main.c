#include <stdio.h>
#include <zymase/autodiff.h>

__attribute__((weak)) double weight(double x) { return x * x; }
double through(double x) { return 2 * weight(x); }

int main(int count, char **arguments) {
  (void)arguments;
  if (count > 1) {
    printf("value %g %g\n", weight(3.0), through(3.0));
    return 0;
  }
  double forward = __enzyme_fwddiff((void *)through, 3.0, 1.0);
  printf("reverse %g forward %g\n", __enzyme_autodiff((void *)weight, 3.0), forward);
}
