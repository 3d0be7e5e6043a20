// Caught, changed and thrown again, through frames that look at it on the way.
// leaks: on
// check: double f(double x = 2.0)
// value: 32.0
// expect: x = 80.0

__attribute__((noinline)) static double descend(double x, int depth) {
  try {
    if (depth == 0)
      throw x * x;
    return descend(x, depth - 1);
  } catch (double &thrown) {
    if (depth < 2) {
      thrown *= x;
      throw;
    }
    return thrown * x;
  }
}

double f(double x) { return descend(x, 4); }
