// A pool of threads that wait for work, as people write it.
// flags: -pthread -std=c++20
// slow: on
#include <cmath>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

namespace {
class Pool {
public:
  explicit Pool(int count) {
    for (int t = 0; t < count; ++t)
      workers.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      std::unique_lock<std::mutex> lock(mutex);
      stopped = true;
    }
    changed.notify_all();
    for (std::thread &worker : workers)
      worker.join();
  }
  void add(std::function<void()> task) {
    {
      std::unique_lock<std::mutex> lock(mutex);
      tasks.push(std::move(task));
      ++open;
    }
    changed.notify_one();
  }
  void wait() {
    std::unique_lock<std::mutex> lock(mutex);
    done.wait(lock, [this] { return open == 0; });
  }

private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [this] { return stopped || !tasks.empty(); });
        if (tasks.empty())
          return;
        task = std::move(tasks.front());
        tasks.pop();
      }
      task();
      std::unique_lock<std::mutex> lock(mutex);
      if (--open == 0)
        done.notify_all();
    }
  }

  std::vector<std::thread> workers;
  std::queue<std::function<void()>> tasks;
  std::mutex mutex;
  std::condition_variable changed, done;
  int open = 0;
  bool stopped = false;
};
} // namespace

// check: double pool(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 19.7240236112454
// expect: x = {8.81874104357587, 3.2140334167352, 7.4022804203583, 11.9553865175993, 0.553159065048621}
extern "C" double pool(int n, double *x) {
  std::vector<double> y(n), z(n);
  {
    Pool pool(3);
    for (int i = 0; i < n; ++i)
      pool.add([&y, x, i] { y[i] = std::sin(x[i]) * x[i]; });
    pool.wait();
    for (int i = 0; i < n; ++i)
      pool.add([&y, &z, i, n] { z[i] = y[i] * y[(i + 1) % n]; });
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += z[i] * (i + 1);
  return sum;
}
