// A rule that uses the shadow of memory which is passed as a constant.
// reject: the rule 'reverse_dot' of 'dot' uses the shadow of parameter 2, which is constant here and has none
#include <zymase/autodiff.h>
double dot(const double *x, const double *w) { return x[0] * w[0]; }
double augmented_dot(const double *x, double *dx, const double *w, double *dw) { return x[0] * w[0]; }
void reverse_dot(const double *x, double *dx, const double *w, double *dw, double seed) {
  dx[0] += w[0] * seed;
  dw[0] += x[0] * seed;
}
void *__enzyme_register_gradient_dot[] = {(void *)dot, (void *)augmented_dot, (void *)reverse_dot};
double f(double *x, double *dx, double *w) {
  return __enzyme_autodiff((void *)dot, enzyme_dup, x, dx, enzyme_const, w);
}
