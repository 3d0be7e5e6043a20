// The derivative of a loop that ends at a fixed point is not differentiated again.
// reject: the derivative of a loop with zymase_fixed_point is not differentiated again
#include <math.h>
#include <zymase/autodiff.h>

static double f(double p) {
  double x = 0, change;
  do {
    zymase_fixed_point(1e-12);
    change = p * cos(x) - x;
    x += change;
  } while (fabs(change) > 1e-12);
  return x;
}

static double slope(double p) { return __enzyme_autodiff((void *)f, p); }

int main(void) { return __enzyme_fwddiff((void *)slope, 0.5, 1.0) > 0; }
