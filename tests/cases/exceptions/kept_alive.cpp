// An exception that is kept by std::current_exception and thrown again later.
// leaks: on
#include <exception>
// check: double f(double x = 2.0)
// value: 8.0
// expect: x = 12.0

double f(double x) {
  std::exception_ptr kept;
  try {
    throw x * x;
  } catch (...) {
    kept = std::current_exception();
  }
  try {
    std::rethrow_exception(kept);
  } catch (double thrown) {
    return thrown * x;
  }
  return 0;
}
