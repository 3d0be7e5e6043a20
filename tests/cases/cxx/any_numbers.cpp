// run:
// std::any keeps a double, or an int, in the same eight bytes; the int is moved alone, and no half of a double.
#include <any>
#include <vector>
double f(const double *x, int n) {
  std::vector<std::any> items;
  for (int i = 0; i < n; ++i)
    if (i % 2)
      items.emplace_back(i);
    else
      items.emplace_back(x[i] * x[1]);
  double sum = 0;
  for (const std::any &item : items)
    if (const double *number = std::any_cast<double>(&item))
      sum += *number * *number;
    else
      sum *= std::any_cast<int>(item) + 1;
  return sum;
}
const double expected[] = {2.85628, 5.085552, 2.529848};
#include "agree.h"
