// How many steps there are is not known before the last one.
// check: double f(double *y = {3, 2}, double h = 0.05, int slots = 3)
// expect: y = {0.15115720726106896, -0.094009620155549173}, h = 48.664013572741062
// check: double f(double *y = {3, 2}, double h = 0.05, int slots = 1)
// expect: y = {0.15115720726106896, -0.094009620155549173}, h = 48.664013572741062
// check: double f(double *y = {3, 2}, double h = 0.05, int slots = 0)
// expect: y = {0.15115720726106896, -0.094009620155549173}, h = 48.664013572741062
// check: double f(double *y = {3, 2}, double h = 0.05, int slots = -1)
// expect: y = {0.15115720726106896, -0.094009620155549173}, h = 48.664013572741062
// check: double f(double *y = {3, 2}, double h = 0.05, int slots = -200)
// expect: y = {0.15115720726106896, -0.094009620155549173}, h = 48.664013572741062
// check: double f(double *y = {3, 2}, double h = 0.05, int slots = 100)
// expect: y = {0.15115720726106896, -0.094009620155549173}, h = 48.664013572741062
#include <zymase/autodiff.h>

double f(double *y, double h, int slots) {
  while (y[0] * y[0] + y[1] * y[1] > 1) {
    zymase_checkpoint(slots);
    double force = -y[0] - y[1];
    y[0] += h * y[1];
    y[1] += h * force;
  }
  return y[0] * y[1];
}
