// Programs in the style of RAJA: policies as types, index sets, reducers that lambdas copy, nested kernels, over OpenMP.
// flags: -std=c++17 -fopenmp
#include <cmath>
#include <omp.h>
#include <utility>
#include <vector>

namespace portable {

struct sequential {};
struct simd {};
struct omp_parallel_for {};
template <int Size> struct omp_parallel_for_static {};

struct RangeSegment {
  int begin, end;
};
struct ListSegment {
  const int *indices;
  int length;
};

template <class Body> void forall(sequential, RangeSegment range, Body &&body) {
  for (int i = range.begin; i < range.end; ++i)
    body(i);
}
template <class Body> void forall(simd, RangeSegment range, Body &&body) {
#pragma omp simd
  for (int i = range.begin; i < range.end; ++i)
    body(i);
}
// Each thread has a copy of the body, and with it of the reducers.
template <class Body> void forall(omp_parallel_for, RangeSegment range, Body &&body) {
#pragma omp parallel
  {
    auto own = body;
#pragma omp for
    for (int i = range.begin; i < range.end; ++i)
      own(i);
  }
}
template <int Size, class Body> void forall(omp_parallel_for_static<Size>, RangeSegment range, Body &&body) {
#pragma omp parallel
  {
    auto own = body;
#pragma omp for schedule(static, Size)
    for (int i = range.begin; i < range.end; ++i)
      own(i);
  }
}
template <class Body> void forall(omp_parallel_for, ListSegment list, Body &&body) {
#pragma omp parallel
  {
    auto own = body;
#pragma omp for
    for (int at = 0; at < list.length; ++at)
      own(list.indices[at]);
  }
}
template <class Policy, class Segment, class Body> void forall(Segment segment, Body &&body) {
  forall(Policy{}, segment, std::forward<Body>(body));
}

// A sum: copies add up what they have to their original when they end.
class ReduceSum {
  mutable double own;
  double *total = nullptr;

public:
  explicit ReduceSum(double first) : own(first) {}
  ReduceSum(const ReduceSum &other) : own(0), total(other.total ? other.total : &other.own) {}
  ~ReduceSum() {
    if (total) {
#pragma omp critical(sums)
      *total += own;
    }
  }
  void operator+=(double value) const { own += value; }
  double get() const { return own; }
};

// Loops in loops, the outermost first.
template <class Outer, class Inner, class Body> void kernel(RangeSegment rows, RangeSegment columns, Body &&body) {
  forall<Outer>(rows, [=](int i) { forall<Inner>(columns, [=](int j) { body(i, j); }); });
}

} // namespace portable

using namespace portable;

// check: double sums(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 41.1768552211904
// expect: x = {11.385847453419, 12.5823476910667, 13.0054548673716, 13.0363884929199, 12.6008150419795}
extern "C" double sums(int n, double *x) {
  ReduceSum sum(1.0), sines(0.0);
  forall<omp_parallel_for>(RangeSegment{0, n}, [=](int i) {
    sum += x[i] * x[i];
    sines += std::sin(x[i]);
  });
  std::vector<double> storage(n);
  double *y = storage.data();
  forall<omp_parallel_for_static<2>>(RangeSegment{0, n}, [=](int i) { y[i] = std::exp(-x[i]) * x[n - 1 - i]; });
  double rest = 0;
  forall<simd>(RangeSegment{0, n}, [&](int i) { rest += y[i]; });
  return sum.get() * sines.get() + rest;
}

// check: double mesh(int n = 6, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25})
// value: 39.66796875
// expect: x = {-1.1875, -5.34375, -7.59375, 63.78125, 44.75, -49.625}
extern "C" double mesh(int n, double *x) {
  const int inner[] = {1, 2, 3, 4}, outer[] = {0, 5};
  std::vector<double> storage(n);
  double *y = storage.data();
  forall<omp_parallel_for>(ListSegment{inner, 4}, [=](int i) { y[i] = (x[i + 1] - x[i - 1]) * x[i]; });
  forall<omp_parallel_for>(ListSegment{outer, 2}, [=](int i) { y[i] = x[i] * x[i]; });
  ReduceSum energy(0.0);
  forall<omp_parallel_for>(RangeSegment{0, n}, [=](int i) { energy += y[i] * y[i] * (i + 1); });
  return energy.get();
}

// check: void product(int n = 3, double *a = {1, 2, 3, 4, 5, 6, 7, 8, 10}, double *b = {0.5, -1, 0.25, 1, 2, 0.75, -0.5, 1.5, 1}, double *c = {0, 0, 0, 0, 0, 0, 0, 0, 0} seed {1, 2, 0, 3, 1, 0, 0, 2, 1})
// value: 108.75
// expect: a = {-1.5, 5, 2.5, 0.5, 5, 0, -1.75, 4.75, 4}, b = {13, 20, 7, 17, 25, 8, 21, 32, 10}, c = {0, 0, 0, 0, 0, 0, 0, 0, 0}
extern "C" void product(int n, double *a, double *b, double *c) {
  kernel<omp_parallel_for, sequential>(RangeSegment{0, n}, RangeSegment{0, n}, [=](int i, int j) {
    double dot = 0;
    for (int k = 0; k < n; ++k)
      dot += a[i * n + k] * b[k * n + j];
    c[i * n + j] = dot;
  });
}
