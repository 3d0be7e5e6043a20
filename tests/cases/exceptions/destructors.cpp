// Destructors with active side effects run while unwinding, and take part in the derivative.
// leaks: on
// check: double f(double x = 2.0)
// value: 60.0
// expect: x = 90.0
// check: double f(double x = 0.5)
// value: 1.75
// expect: x = 6.0

struct Adds {
  double *value;
  double *sum;
  Adds(double x, double *sum) : value(new double(x)), sum(sum) {}
  ~Adds() {
    *sum += *value * *value;
    delete value;
  }
};

__attribute__((noinline)) static double work(double x, double *sum) {
  Adds a(x, sum), b(2 * x, sum);
  if (x > 1)
    throw 3;
  return x;
}

double f(double x) {
  double sum = 0;
  try {
    double result = work(x, &sum);
    sum += result;
  } catch (int k) {
    sum *= k / 2.0 * x;
  }
  return sum;
}
