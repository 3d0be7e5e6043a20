// The split function is chosen while the program runs.
// run:
// leaks: on
#include "check.h"
struct aug {
  void *tape;
  double r;
};
struct aug __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
static double f(double x) { return x * x; }
static double g(double x) {
  while (x < 9)
    x = x * x;
  return x;
}
int main(int c, char **v) {
  for (int k = 0; k < 2; k++) {
    struct aug a = __enzyme_augmentfwd((void *)(k + c - 1 ? f : g), 2.0);
    double d = __enzyme_reverse((void *)(k + c - 1 ? f : g), 2.0, 1.0, a.tape);
    check_close("d", d, k ? 4 : 32, 1e-14);
  }
  return 0;
}
