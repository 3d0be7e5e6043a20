// parallel_for of oneTBB: ranges, partitioners, indices, loops in loops.
// flags: -std=c++17 -ltbb
#include <cmath>
#include <tbb/blocked_range.h>
#include <tbb/blocked_range2d.h>
#include <tbb/blocked_range3d.h>
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>
#include <vector>

using Range = tbb::blocked_range<int>;

// check: double plain(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 7.27198962384621
// expect: x = {0.440216593267904, 1.258038028714, 3.1865422445961, 3.30250876303537, 0.280077260495511}
extern "C" double plain(int n, double *x) {
  std::vector<double> y(n);
  tbb::parallel_for(Range(0, n), [&](const Range &range) {
    for (int i = range.begin(); i < range.end(); ++i)
      y[i] = x[i] * std::sin(x[i]);
  });
  double sum = 0;
  for (double each : y)
    sum += each * each;
  return sum;
}

// The size of parts is promised by a simple partitioner: here there is room for two.
// check: double parts(int n = 7, double *x = {0.5, 0.75, 1.25, 1.5, 2, 2.25, 2.5})
// value: 6.06152348456267
// expect: x = {1.41049552755337, 0.528559770617327, -0.319677475815391, -0.506673233369859, -0.645594553988556, -0.645516687488681, -0.61926027357333}
extern "C" double parts(int n, double *x) {
  std::vector<double> y(n);
  tbb::parallel_for(
      Range(0, n, 2),
      [&](const Range &range) {
        double room[2];
        for (int i = range.begin(); i < range.end(); ++i)
          room[i - range.begin()] = std::exp(-x[i]);
        for (int i = range.begin(); i < range.end(); ++i)
          y[i] = room[i - range.begin()] * x[i];
      },
      tbb::simple_partitioner());
  double product = 1;
  for (double each : y)
    product *= 1 + each;
  return product;
}

// check: void smooth(int n = 4, int steps = 2, double *u = {1, 2, 4, 3, 0.5, 1.5, 2.5, 1, 3, 0, 2, 1, 1, 2, 0, 1} seed {1, 0, 2, 0, 0, 1, 0, 3, 1, 0, 1, 0, 0, 2, 0, 1})
// value: 24.819875
// expect: u = {0.852875, 2.749, 4.4835, 2.80725, 0.883, 1.80225, 4.0635, 5.112125, 0.488625, 1.8085, 1.262125, 1.13025, 0.87075, 0.7635, 0.9545, 0.4115}
extern "C" void smooth(int n, int steps, double *u) {
  std::vector<double> next(n * n);
  tbb::affinity_partitioner affinity;
  using Rectangle = tbb::blocked_range2d<int>;
  for (int step = 0; step < steps; ++step) {
    tbb::parallel_for(
        Rectangle(0, n, 0, n),
        [&](const Rectangle &range) {
          for (int i = range.rows().begin(); i < range.rows().end(); ++i)
            for (int j = range.cols().begin(); j < range.cols().end(); ++j) {
              double around = 0;
              around += i > 0 ? u[(i - 1) * n + j] : 0;
              around += i + 1 < n ? u[(i + 1) * n + j] : 0;
              around += j > 0 ? u[i * n + j - 1] : 0;
              around += j + 1 < n ? u[i * n + j + 1] : 0;
              next[i * n + j] = 0.5 * u[i * n + j] + 0.1 * around * u[i * n + j];
            }
        },
        affinity);
    tbb::parallel_for(0, n * n, [&](int at) { u[at] = next[at]; }, tbb::static_partitioner());
  }
}

// check: double pairs(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 84.8414992919692
// expect: x = {35.1098773895556, 37.2465301894691, 38.2149383692186, 32.5519913275859, 2.44400535690677}
extern "C" double pairs(int n, double *x) {
  std::vector<double> y(n * n), z(8 * n);
  tbb::parallel_for(0, n, [&](int i) {
    tbb::parallel_for(0, n, [&, i](int j) { y[i * n + j] = x[i] * std::sin(x[j]); }, tbb::auto_partitioner());
  });
  tbb::parallel_for(1, n, 2, [&](int i) { y[i] *= y[i - 1]; });
  using Box = tbb::blocked_range3d<int>;
  tbb::task_group_context context;
  tbb::parallel_for(
      Box(0, 2, 0, 4, 0, n),
      [&](const Box &box) {
        for (int i = box.pages().begin(); i < box.pages().end(); ++i)
          for (int j = box.rows().begin(); j < box.rows().end(); ++j)
            for (int k = box.cols().begin(); k < box.cols().end(); ++k)
              z[(4 * i + j) * n + k] = y[j * n + k] * x[k] * (i + 1);
      },
      context);
  double sum = 0;
  for (double each : y)
    sum += each;
  for (double each : z)
    sum += each;
  return sum;
}

// A range of the program's own.
struct Leaves {
  int first, last;
  Leaves(int first, int last) : first(first), last(last) {}
  Leaves(Leaves &whole, tbb::split) : first((whole.first + whole.last) / 2), last(whole.last) { whole.last = first; }
  bool empty() const { return first == last; }
  bool is_divisible() const { return last - first > 1; }
};

struct Scale {
  double *x;
  double by;
  void operator()(const Leaves &leaves) const {
    for (int i = leaves.first; i < leaves.last; ++i)
      x[i] *= by * x[i];
  }
};

// check: void own_range(int n = 4, double by = 0.75, double *x = {0.5, 0.75, 1.25, 1.5} seed {1, 2, 3, 4})
// value: 11.9262084960938
// expect: by = 47.704833984375, x = {0.2109375, 1.423828125, 9.8876953125, 22.78125}
extern "C" void own_range(int n, double by, double *x) {
  tbb::parallel_for(Leaves(0, n), Scale{x, by});
  tbb::parallel_for(Leaves(0, n), Scale{x, by}, tbb::simple_partitioner());
}
