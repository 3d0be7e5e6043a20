// Tasks of oneTBB: a group.
// flags: -std=c++17 -ltbb
#include <cmath>
#include <tbb/task_group.h>

// check: double groups(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 6.96095651741422
// expect: x = {8.56733109835597, 12.850996647534, 0.768598258338468, 0.172421929065026, 1.30596092505442}
extern "C" double groups(int n, double *x) {
  tbb::task_group group;
  double sum = 0, sines = 0, last = 0;
  group.run([&] {
    for (int i = 0; i < n / 2; ++i)
      sum += x[i] * x[i];
  });
  group.run([&] {
    for (int i = n / 2; i < n; ++i)
      sines += std::sin(x[i]);
  });
  group.wait();
  group.run_and_wait([&] { last = x[n - 1] * sines; });
  auto later = group.defer([&] { last *= sum; });
  group.run(std::move(later));
  group.wait();
  return sum * sines + last;
}
