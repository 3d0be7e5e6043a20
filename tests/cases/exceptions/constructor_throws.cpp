// A constructor that throws, and a function try block that throws something else.
// leaks: on
// check: double f(double x = 2.0)
// value: 16.0
// expect: x = 24.0
// check: double f(double x = 0.5)
// value: 0.25
// expect: x = 1.0

struct Checked {
  double value;
  explicit Checked(double x) try : value(x > 1 ? throw x * x : x) {
  } catch (double thrown) {
    throw thrown * 2;
  }
};

double f(double x) {
  try {
    Checked c(x);
    return c.value * x;
  } catch (double thrown) {
    return thrown * x;
  }
}
