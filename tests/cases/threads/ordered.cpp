// Threads of C++ that wait for what happens later: barriers, semaphores, latches, atomic variables.
// flags: -pthread -std=c++20
#include <atomic>
#include <barrier>
#include <cmath>
#include <latch>
#include <semaphore>
#include <thread>
#include <vector>

// check: double at_barrier(int n = 4, double *x = {0.5, 0.75, 1.25, 2})
// value: 19.271404119288
// expect: x = {21.2649976488695, 8.73119857938, 53.1624941221737, 23.28319621168}
extern "C" double at_barrier(int n, double *x) {
  std::barrier meeting(2);
  double parts[2] = {0, 0}, products[2] = {0, 0};
  auto work = [&](int t) {
    for (int i = t; i < n; i += 2)
      parts[t] += x[i] * x[i];
    meeting.arrive_and_wait();
    products[t] = parts[0] * std::sin(parts[1]) * (t + 1);
    meeting.arrive_and_wait();
    parts[t] = products[1 - t] * products[t];
  };
  std::thread first(work, 0), second(work, 1);
  first.join();
  second.join();
  return parts[0] + 2 * parts[1];
}

// check: double ping_pong(int n = 4, double *x = {0.5, 0.75, 1.25, 2})
// value: 1.03210483015049
// expect: x = {0.133383474993386, 0.220405616098324, -0.357688409887569, 0.439692519431057}
extern "C" double ping_pong(int n, double *x) {
  std::binary_semaphore ping(0), pong(0);
  double ball = 1;
  std::thread other([&] {
    for (int i = 0; i < n; ++i) {
      ping.acquire();
      ball = std::sin(ball) + x[i];
      pong.release();
    }
  });
  for (int i = 0; i < n; ++i) {
    ball = ball * x[i];
    ping.release();
    pong.acquire();
  }
  other.join();
  return ball;
}

// check: double flag(int n = 4, double *x = {0.5, 0.75, 1.25, 2})
// value: 229.124670225316
// expect: x = {49.9401641159603, 64.1244400384501, 105.723328263128, 223.816287689389}
extern "C" double flag(int n, double *x) {
  std::atomic<bool> ready(false);
  std::atomic_flag busy = ATOMIC_FLAG_INIT;
  double value = 0, result = 0;
  std::thread reader([&] {
    while (!ready.load())
      ;
    while (busy.test_and_set())
      ;
    result += value * value;
    busy.clear();
  });
  for (int i = 0; i < n; ++i)
    value += std::exp(x[i]);
  ready.store(true);
  while (busy.test_and_set())
    ;
  result += value;
  busy.clear();
  reader.join();
  return result;
}

// check: double latch(int n = 4, double *x = {0.5, 0.75, 1.25, 2})
// value: 4.8125
// expect: x = {22, 1.75, 2.75, 6.5625}
extern "C" double latch(int n, double *x) {
  std::latch start(1);
  double scale = 0, sums[2] = {0, 0};
  auto work = [&](int t) {
    start.wait();
    for (int i = t; i < n; i += 2)
      sums[t] += scale * x[i];
  };
  std::thread first(work, 0), second(work, 1);
  scale = x[0] * x[n - 1];
  start.count_down();
  first.join();
  second.join();
  return sums[0] * sums[1];
}
