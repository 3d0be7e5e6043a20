// An exception that leaves the differentiated function reaches the handler around the derivative call; destructors run
// once, and nothing leaks.
// leaks: on
// run:
#include "check.h"
#include <stdexcept>
#include <vector>

extern int enzyme_dup;
double __enzyme_autodiff_leave(double (*)(double, int), double, int);
double __enzyme_fwddiff_leave(double (*)(double, int), int, double, double, int);

static int destroyed = 0;
struct Guard {
  ~Guard() { ++destroyed; }
};

__attribute__((noinline)) static double risky(double x, int n) {
  Guard guard;
  std::vector<double> values;
  for (int i = 0; i < n; ++i)
    values.push_back(x * i);
  return values.at(3) * values.at(2);
}

static double f(double x, int n) {
  Guard guard;
  std::vector<double> copies(2, x);
  copies.push_back(risky(x, n));
  return copies[2] * copies[1];
}

int main() {
  check_close("returns, reverse", __enzyme_autodiff_leave(f, 2, 5), 18 * 4, 1e-12);
  check_close("returns, forward", __enzyme_fwddiff_leave(f, enzyme_dup, 2, 1, 5), 18 * 4, 1e-12);
  check_true("two guards each", destroyed == 4);
  int caught = 0;
  try {
    __enzyme_autodiff_leave(f, 2, 3);
  } catch (const std::out_of_range &) {
    caught += 1;
  }
  check_true("guards destroyed while unwinding, reverse", destroyed == 6);
  try {
    __enzyme_fwddiff_leave(f, enzyme_dup, 2, 1, 3);
  } catch (const std::exception &) {
    caught += 2;
  }
  check_true("guards destroyed while unwinding, forward", destroyed == 8);
  check_true("both caught", caught == 3);
  return 0;
}
