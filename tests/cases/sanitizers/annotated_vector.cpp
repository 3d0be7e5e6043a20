// LLVM's vector tells the address sanitizer which part of its memory is in use.
// run:
// levels: -O0 -O1 -O2
// flags: -stdlib=libc++ -fsanitize=address
#include <vector>

static double f(const double *x, int n) {
  std::vector<double> v;
  for (int i = 0; i < n; ++i)
    v.push_back(x[i] * x[i]);
  v.pop_back();
  double sum = 0;
  for (double value : v)
    sum += value * x[0];
  return sum;
}

const double expected[] = {2.4901, 1.414, 0};
#include "agree.h"
