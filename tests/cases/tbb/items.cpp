// parallel_for_each of oneTBB.
// flags: -std=c++17 -ltbb
#include <cmath>
#include <list>
#include <tbb/parallel_for_each.h>
#include <vector>

// check: double items(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 7.27198962384621
// expect: x = {0.440216593267904, 1.258038028714, 3.1865422445961, 3.30250876303537, 0.280077260495511}
extern "C" double items(int n, double *x) {
  std::vector<double> y(x, x + n);
  tbb::parallel_for_each(y.begin(), y.end(), [](double &item) { item *= std::sin(item); });
  std::list<double> linked(y.begin(), y.end());
  tbb::parallel_for_each(linked.begin(), linked.end(), [](double &item) { item *= item; });
  double sum = 0;
  for (double item : linked)
    sum += item;
  return sum;
}
