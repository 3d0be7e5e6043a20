#include <stdio.h>
#include <zymase/autodiff.h>

__attribute__((weak)) double weight(double x) { return x * x; }
double through(double x) { return 2 * weight(x); }

int main(void) { printf("reverse %g\n", __enzyme_autodiff((void *)through, 3.0)); }
