#include <stdio.h>
#include <zymase/autodiff.h>
double elsewhere(double x);
double f(double x) { return x * elsewhere(x); }
int main(void) { printf("%g\n", __enzyme_autodiff((void *)f, 3.0)); }
