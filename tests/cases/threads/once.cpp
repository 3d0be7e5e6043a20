// What is done once: std::call_once, pthread_once, C's call_once.
// flags: -pthread -std=c++20
#include <cmath>
#include <mutex>
#include <pthread.h>
#include <thread>

// check: double mean(int n = 4, double *x = {0.5, 0.75, 1.25, 2})
// value: 1.47663879394531
// expect: x = {-0.16351318359375, 0.12945556640625, 0.75714111328125, 1.13653564453125}
extern "C" double mean(int n, double *x) {
  std::once_flag flag;
  double mean = 0, sums[2] = {0, 0};
  auto work = [&](int t) {
    std::call_once(flag, [&] {
      for (int i = 0; i < n; ++i)
        mean += x[i] / n;
    });
    for (int i = t; i < n; i += 2)
      sums[t] += (x[i] - mean) * (x[i] - mean) * x[i];
  };
  std::thread first(work, 0), second(work, 1);
  first.join();
  second.join();
  return sums[0] * sums[1] + mean;
}

// check: double with_arguments(int n = 4, double *x = {0.5, 0.75, 1.25, 2})
// value: 0.326795029657688
// expect: x = {0.598194289305055, 0.350790330050532, 0, 0}
extern "C" double with_arguments(int n, double *x) {
  std::once_flag flags[2];
  double result = 1;
  auto multiply = [&result](const double *x, int i) { result *= std::sin(x[i]); };
  for (int i = 0; i < n; ++i)
    std::call_once(flags[i % 2], multiply, x, i);
  return result;
}

static double scale;
static pthread_once_t control;
static void set_scale() { scale = 3; }

// check: double of_posix(int n = 4, double *x = {0.5, 0.75, 1.25, 2})
// value: 19.125
// expect: x = {3, 4.5, 7.5, 12}
extern "C" double of_posix(int n, double *x) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    pthread_once(&control, set_scale);
    sum += scale * x[i] * x[i];
  }
  return sum;
}
