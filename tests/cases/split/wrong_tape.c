// A tape of other markers, or of another function, ends the program instead of giving a wrong derivative.
// run:
#include <math.h>
#include <signal.h>
#include <unistd.h>
#include "check.h"
extern int enzyme_out, enzyme_const;
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
/* Sines are kept; what is computed again from the arguments alone needs no tape, and no other one does harm. */
static double f(double x, double y) { return sin(sin(x) * y) * y; }
static void stopped(int signal) {
  (void)signal;
  _exit(0);
}
int main(void) {
  signal(SIGABRT, stopped);
  void *tape = __enzyme_augmentfwd((void *)f, enzyme_out, 2.0, enzyme_const, 3.0);
  double d = __enzyme_reverse((void *)f, enzyme_const, 2.0, enzyme_out, 3.0, 1.0, tape);
  check_true("the tape was refused", d != d);
  return 1;
}
