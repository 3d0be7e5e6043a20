// A thread that waits in a loop until another one sets a flag cannot run where it is started.
// reject: cannot differentiate a thread that waits until another one changes a variable
// flags: -pthread
#include <atomic>
#include <thread>
double __enzyme_autodiff(void *, ...);
double f(double x) {
  std::atomic<int> ready(0);
  double value = 0, result = 0;
  std::thread thread([&] {
    while (!ready.load()) {
    }
    result = value * value;
  });
  value = x;
  ready.store(1);
  thread.join();
  return result;
}
double df(double x) { return __enzyme_autodiff((void *)f, x); }
