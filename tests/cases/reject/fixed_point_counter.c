// What a pass does depends on how many there were: there is no one equation that is solved. Forward mode refuses it too.
// reject: depends on an integer that changes from pass to pass
#include <math.h>
#include <zymase/autodiff.h>

double f(double p) {
  double x = 0, change;
  int k = 1;
  do {
    zymase_fixed_point(1e-12);
    change = (p * cos(x) - x) * (0.9 - 0.3 / k);
    x += change;
    ++k;
  } while (fabs(change) > 1e-12);
  return x;
}

int main(void) { return __enzyme_fwddiff((void *)f, 0.5, 1.0) > 0; }
