// A number that is thrown and caught in the differentiated function carries its derivative; where nothing is thrown the
// derivative is that of the other path.
// leaks: on
// check: double f(double x = 2.0, double y = 3.0)
// value: 36.0
// expect: x = 36.0, y = 24.0
// check: double f(double x = 0.5, double y = 3.0)
// value: 1.5
// expect: x = 3.0, y = 0.5

double f(double x, double y) {
  double r = x;
  try {
    if (x > 1)
      throw x * x * y;
    r = x * y;
  } catch (double thrown) {
    r = thrown * y;
  }
  return r;
}
