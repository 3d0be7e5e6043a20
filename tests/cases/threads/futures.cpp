// Futures of GNU's library: what a thread promises, and what is computed asynchronously.
// flags: -pthread -std=c++20
// slow: on
#include <cmath>
#include <future>
#include <thread>

// check: double promised(int n = 4, double *x = {0.5, 0.75, 1.25, 2})
// value: 40.640625
// expect: x = {12.75, 19.125, 31.875, 51}
extern "C" double promised(int n, double *x) {
  std::promise<double> promise;
  std::future<double> future = promise.get_future();
  std::thread thread([&] {
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += x[i] * x[i];
    promise.set_value(sum);
  });
  double sum = future.get();
  thread.join();
  return sum * sum;
}
