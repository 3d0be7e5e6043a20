// Waiting for what has happened already: conditions, latches, semaphores.
// flags: -pthread -std=c++20
#include <cmath>
#include <condition_variable>
#include <latch>
#include <mutex>
#include <semaphore>
#include <semaphore.h>
#include <thread>

// check: double condition(int n = 4, double *x = {0.5, 0.75, 1.25, 2})
// value: 40.640625
// expect: x = {12.75, 19.125, 31.875, 51}
extern "C" double condition(int n, double *x) {
  std::mutex mutex;
  std::condition_variable filled;
  bool ready = false;
  double value = 0, result = 0;
  std::thread producer([&] {
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += x[i] * x[i];
    {
      std::lock_guard<std::mutex> lock(mutex);
      value = sum;
      ready = true;
    }
    filled.notify_one();
  });
  std::thread consumer([&] {
    std::unique_lock<std::mutex> lock(mutex);
    filled.wait(lock, [&] { return ready; });
    result = value * value;
  });
  producer.join();
  consumer.join();
  return result;
}

struct slot {
  sem_t filled;
  double value;
};

// check: double semaphore(int n = 4, double *x = {0.5, 0.75, 1.25, 2})
// value: 84.3910605942392
// expect: x = {253.173181782718, 196.912474719891, 151.903909069631, 126.586590891359}
extern "C" double semaphore(int n, double *x) {
  slot slots[4];
  for (slot &s : slots)
    sem_init(&s.filled, 0, 0);
  std::thread producer([&] {
    for (int i = 0; i < n; ++i) {
      slots[i].value = std::exp(x[i]);
      sem_post(&slots[i].filled);
    }
  });
  double product = 1;
  for (int i = 0; i < n; ++i) {
    sem_wait(&slots[i].filled);
    product *= slots[i].value * x[i];
  }
  producer.join();
  return product;
}

// check: double latch(int n = 4, double *x = {0.5, 0.75, 1.25, 2})
// value: 48.852232934289
// expect: x = {15.6728369181653, 10.8793990563925, 33.1793960161237, 37.9728338778965}
extern "C" double latch(int n, double *x) {
  std::latch done(2);
  double sums[2] = {0, 0};
  auto work = [&](int t) {
    for (int i = t; i < n; i += 2)
      sums[t] += std::exp(x[i]);
    done.count_down();
  };
  std::thread first(work, 0), second(work, 1);
  done.wait();
  double product = sums[0] * sums[1];
  first.join();
  second.join();
  return product;
}

// check: double binary_semaphore(int n = 4, double *x = {0.5, 0.75, 1.25, 2})
// value: 9.11645234991029
// expect: x = {5.29945140102329, 4.41844422354292, 1.90413484466926, -2.51298285966472}
extern "C" double binary_semaphore(int n, double *x) {
  std::binary_semaphore ready(0);
  double sum = 0;
  std::thread thread([&] {
    for (int i = 0; i < n; ++i)
      sum += std::sin(x[i]);
    ready.release();
  });
  ready.acquire();
  double square = sum * sum;
  thread.join();
  return square;
}
