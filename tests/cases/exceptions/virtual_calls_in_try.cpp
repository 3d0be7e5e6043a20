// Virtual calls inside try: which function runs, and whether it throws, is known only at run time.
// leaks: on
// check: double f(double x = 2.0)
// value: 40.0
// expect: x = 40.0
// check: double f(double x = 0.5)
// value: 0.75
// expect: x = 2.0

struct Part {
  virtual double go(double x) = 0;
  virtual ~Part() {}
};
struct Throws : Part {
  double go(double x) override {
    if (x > 1)
      throw 3 * x;
    return x;
  }
};
struct Squares : Part {
  double go(double x) override { return x * x; }
};

double f(double x) {
  Throws a;
  Squares b;
  Part *parts[] = {&b, &a};
  double sum = 0;
  for (Part *part : parts) {
    try {
      sum += part->go(x);
    } catch (double thrown) {
      sum += thrown * thrown;
    }
  }
  return sum;
}
