// reject: a library function writes into active memory here
// What is read is not known from the format.
#include <stdio.h>
void __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;
double f(double *x, const char *text, const char *format) {
  int n;
  sscanf(text, format, &n, &x[1]);
  return x[0] * x[1] * n;
}
int main(void) {
  double x[2] = {1, 2}, dx[2] = {0, 0};
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, "3", enzyme_const, "%d");
  return 0;
}
