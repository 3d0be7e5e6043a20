// Pairs of a number and an integer are sorted, in a program with debug information: it declares references to the number
// of a pair, behind which there is no other number.
// run:
// flags: -g
#include <algorithm>
#include <utility>
#include <vector>
static double f(const double *x, int n) {
  std::vector<std::pair<double, int>> terms;
  for (int i = 0; i < n; ++i)
    terms.push_back({(x[i] - 1) * (x[i] - 1), i});
  std::sort(terms.begin(), terms.end());
  double sum = 0, rank = 0;
  for (auto &[square, i] : terms)
    sum += ++rank * square * (i + 1);
  return sum;
}
const double expected[] = {-1.8, 0.04, 2.88};
#include "agree.h"
