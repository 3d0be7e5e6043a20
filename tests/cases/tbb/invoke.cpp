// parallel_invoke of oneTBB.
// flags: -std=c++17 -ltbb
#include <cmath>
#include <tbb/parallel_invoke.h>
#include <vector>

static void merge_sort(double *x, double *room, int n) {
  if (n < 2)
    return;
  int half = n / 2;
  tbb::parallel_invoke([=] { merge_sort(x, room, half); }, [=] { merge_sort(x + half, room + half, n - half); });
  int i = 0, j = half;
  for (int k = 0; k < n; ++k)
    room[k] = i < half && (j == n || x[i] <= x[j]) ? x[i++] : x[j++];
  for (int k = 0; k < n; ++k)
    x[k] = room[k];
}

// check: double sorted(int n = 6, double *x = {1.5, 0.75, 2.25, 0.5, 3, 1})
// value: 92.6875
// expect: x = {12, 3, 22.5, 1, 36, 6}
extern "C" double sorted(int n, double *x) {
  std::vector<double> y(x, x + n), room(n);
  merge_sort(y.data(), room.data(), n);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (i + 1) * y[i] * y[i];
  return sum;
}

// check: double at_once(double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 2.81434643412818
// expect: x = {5.2872364149469, 2.68579524550425, 0.971477147302547, 2.01434643412818, 0.4}
extern "C" double at_once(double *x) {
  double a = 0, b = 0, c = 0, d = 0, e = 0;
  tbb::parallel_invoke([&] { a = std::sin(x[0]); }, [&] { b = x[1] * x[2]; }, [&] { c = std::exp(x[3]); },
                       [&] { d = x[4] * x[0]; }, [&] { e = 1 / x[2]; });
  return a * b * c + d * e;
}
