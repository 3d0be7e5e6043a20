// A linear function needs no tape: it is null and may be left out.
// run:
// leaks: on
#include "check.h"
void __enzyme_augmentfwd(void *, ...);
double f(double x) { return 3 * x; }
void *__enzyme_augmentfwd_t(void *, ...);
double __enzyme_reverse(void *, ...);
int main() {
  void *t = __enzyme_augmentfwd_t((void *)f, 2.0);
  check_close("d", __enzyme_reverse((void *)f, 2.0, 1.0, t), 3, 0);
  check_close("d", __enzyme_reverse((void *)f, 2.0, 1.0, (void *)0), 3, 0);
  check_close("d", __enzyme_reverse((void *)f, 2.0, 1.0), 3, 0);
  return 0;
}
