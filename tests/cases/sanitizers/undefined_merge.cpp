// Merging and searching with the checks of undefined behaviour: addresses are looked at as integers.
// flags: -fsanitize=undefined -fno-sanitize-recover=all
// run:
#include <algorithm>
#include <cmath>
#include <vector>
struct Item {
  double key;
  double value;
};
static double f(const double *x, int n) {
  std::vector<Item> items;
  for (int i = 0; i < 40; ++i)
    items.push_back({std::sin(i * x[i % n] * 6.3), x[(i * 3) % n] * i});
  auto less = [](const Item &a, const Item &b) { return a.key < b.key; };
  std::stable_sort(items.begin(), items.end(), less);
  double sum = 0;
  for (int i = 0; i < 40; ++i)
    sum += items[i].value * items[i].key * (i % 4);
  auto found = std::lower_bound(items.begin(), items.end(), Item{0.25, 0}, less);
  return sum + 2 * found->key * found->value;
}
const double expected[] = {-16304.633399, -41067.399783, 12900.384246, 55151.946787, 22035.23847};
#include "agree.h"
