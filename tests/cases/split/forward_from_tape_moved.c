// A forward sweep at another point than that of its tape ends the program.
// run:
#include <signal.h>
#include <unistd.h>
#include "check.h"
extern int enzyme_dup;
struct augmented {
  void *tape;
  double value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
double __enzyme_fwdsplit(void *, ...);
static double f(const double *x) { return x[0] * x[1]; }
static void stopped(int signal) {
  (void)signal;
  _exit(0);
}
int main(void) {
  signal(SIGABRT, stopped);
  double x[2] = {2, 3}, dx[2] = {0}, v[2] = {1, 0};
  struct augmented a = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx);
  x[1] = 4;
  check_close("tangent", __enzyme_fwdsplit((void *)f, enzyme_dup, x, v, a.tape), 3, 0);
  return 1;
}
