// std::thread, mutexes and atomic numbers of C++ in what is differentiated.
// flags: -pthread -std=c++20
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>
#include <vector>

// check: double parts(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 3.92532369536009
// expect: x = {1.47357849512184, 1.71047461846943, 0.529468419764167, 0.165362892865089, -0.698766196798539}
extern "C" double parts(int n, double *x) {
  std::vector<double> sums(2);
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t)
    threads.emplace_back([&, t] {
      for (int i = t; i < n; i += 2)
        sums[t] += std::sin(x[i]);
    });
  for (auto &thread : threads)
    thread.join();
  return sums[0] * sums[1];
}

static void add_squares(const double *x, int n, double &sum, std::mutex &mutex) {
  for (int i = 0; i < n; ++i) {
    std::lock_guard<std::mutex> guard(mutex);
    sum += x[i] * x[i];
  }
}

// check: double with_mutex(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 2.93683503111768
// expect: x = {0.17025130615175, 0.255376959227625, 0.425628265379374, 0.510753918455249, 0.681005224606999}
extern "C" double with_mutex(int n, double *x) {
  std::mutex mutex;
  double sum = 0;
  std::thread first(add_squares, x, n / 2, std::ref(sum), std::ref(mutex));
  std::thread second(add_squares, x + n / 2, n - n / 2, std::ref(sum), std::ref(mutex));
  first.join();
  second.join();
  return std::sqrt(sum);
}

// check: double atomic(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 26.8970757384985
// expect: x = {56.112665763919, 38.8397989246929, 26.4259553747295, 24.2337590808286, 23.8393980083705}
extern "C" double atomic(int n, double *x) {
  std::atomic<double> sum(0), product(1);
  std::atomic<int> next(0);
  auto work = [&] {
    for (int i = next++; i < n; i = next++) {
      sum += std::exp(x[i]);
      double seen = product.load();
      while (!product.compare_exchange_weak(seen, seen * x[i])) {
      }
    }
  };
  std::thread first(work), second(work);
  first.join();
  second.join();
  return sum * product;
}
