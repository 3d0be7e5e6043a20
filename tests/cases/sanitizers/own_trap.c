// run: a trap of the program itself stays in its derivative.
#include <signal.h>
#include <unistd.h>

double __enzyme_autodiff(void *, ...);

static void trapped(int signal) {
  (void)signal;
  _exit(0);
}

static double root(double x) {
  if (x < 0)
    __builtin_trap();
  return x * x;
}

int main(void) {
  volatile double good = 2, bad = -1;
  if (__enzyme_autodiff((void *)root, good) != 4)
    return 2;
  signal(SIGILL, trapped);
  signal(SIGTRAP, trapped);
  __enzyme_autodiff((void *)root, bad);
  return 1;
}
