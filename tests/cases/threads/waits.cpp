// Waiting for what has happened already: conditions, latches, semaphores.
// flags: -pthread -std=c++20
#include <cmath>
#include <condition_variable>
#include <mutex>
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
