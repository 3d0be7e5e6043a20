// An object with numbers is thrown by a callee and caught by reference to its base; a virtual function reads it.
// leaks: on
// check: double f(double x = 2.0)
// value: 18.0
// expect: x = 25.0

struct Error {
  double value;
  int code;
  virtual double worth() const { return value; }
  virtual ~Error() {}
};
struct Scaled : Error {
  double factor;
  double worth() const override { return value * factor; }
};

__attribute__((noinline)) static void fail(double x) {
  Scaled e;
  e.value = x;
  e.code = 2;
  e.factor = x;
  throw e;
}

double f(double x) {
  try {
    fail(x);
  } catch (const Error &e) {
    return e.worth() * x * e.code + e.value;
  }
  return 0;
}
