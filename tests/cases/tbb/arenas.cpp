// Arenas, locks and cancelled tasks of oneTBB.
// flags: -std=c++17 -ltbb
#include <cmath>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <oneapi/tbb/mutex.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/queuing_mutex.h>
#include <tbb/spin_mutex.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <vector>

// check: double arenas(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 5.10209207914001
// expect: x = {10.4644713889779, 0.409180619988333, 0.775507690322207, 1.00125250669797, 1.54535128658716}
extern "C" double arenas(int n, double *x) {
  using Range = tbb::blocked_range<int>;
  tbb::global_control control(tbb::global_control::max_allowed_parallelism, 2);
  tbb::task_arena arena(2);
  double sum = 0;
  arena.execute([&] {
    sum = tbb::parallel_reduce(
        Range(0, n), 0.0,
        [&](const Range &range, double sum) {
          for (int i = range.begin(); i < range.end(); ++i)
            sum += x[i] * x[i];
          return sum;
        },
        std::plus<double>());
  });
  std::vector<double> of_threads(tbb::this_task_arena::max_concurrency());
  tbb::parallel_for(0, n, [&](int i) { of_threads[tbb::this_task_arena::current_thread_index()] += std::cos(x[i]); });
  for (double each : of_threads)
    sum += each;
  return tbb::this_task_arena::isolate([&] { return sum * x[0]; });
}

// check: double locks(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 48.5202564834359
// expect: x = {12.3359909277173, 14.023578491156, 17.4492587041913, 19.4106323586225, 24.4780988604323}
extern "C" double locks(int n, double *x) {
  tbb::spin_mutex spin;
  tbb::mutex mutex;
  tbb::queuing_mutex queuing;
  double sum = 0, sines = 0, cubes = 0;
  tbb::parallel_for(0, n, [&](int i) {
    {
      tbb::spin_mutex::scoped_lock lock(spin);
      sum += x[i] * x[i];
    }
    {
      tbb::mutex::scoped_lock lock(mutex);
      sines += std::sin(x[i]);
    }
    tbb::queuing_mutex::scoped_lock lock(queuing);
    cubes += x[i] * x[i] * x[i];
  });
  return sum * sines + cubes;
}

// What is cancelled before it begins does not run.
// check: double cancelled(double *x = {0.5, 0.75})
// value: 0.1875
// expect: x = {0.75, 0.25}
extern "C" double cancelled(double *x) {
  double result = x[0] * x[1];
  tbb::task_group_context context(tbb::task_group_context::isolated);
  context.cancel_group_execution();
  tbb::parallel_for(0, 2, [&](int i) { result *= x[i]; }, context);
  tbb::task_group group;
  group.cancel();
  group.run([&] { result *= 3; });
  if (group.wait() == tbb::canceled)
    result *= x[0];
  return result;
}
