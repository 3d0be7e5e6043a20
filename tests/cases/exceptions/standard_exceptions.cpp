// Exceptions of the library, caught by their base, with the text they carry.
// leaks: on
#include <stdexcept>
#include <string>
#include <vector>
// check: double f(double x = 1.5, int k = 0)
// value: 1.5
// expect: x = 1.0
// check: double f(double x = 1.5, int k = 1)
// value: 27.0
// expect: x = 36.0
// check: double f(double x = 1.5, int k = 2)
// value: 6.0
// expect: x = 4.0
// check: double f(double x = 1.5, int k = 3)
// value: 4.5
// expect: x = 6.0

__attribute__((noinline)) static double choose(double x, int k) {
  std::vector<double> values(2, x);
  switch (k) {
  case 1:
    throw std::runtime_error("twelve chars");
  case 2:
    throw std::string("long");
  default:
    return values.at(k == 3 ? 5 : 1);
  }
}

static double length(const char *text) {
  double n = 0;
  while (*text++)
    ++n;
  return n;
}

double f(double x, int k) {
  try {
    return choose(x, k);
  } catch (const std::out_of_range &) {
    return 2 * x * x;
  } catch (const std::exception &e) {
    return x * x * length(e.what());
  } catch (const std::string &text) {
    return x * text.size();
  }
}
