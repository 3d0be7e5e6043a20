// What catches a pointer gets the pointer, and with it the derivative of what it points to.
// leaks: on
// check: double f(double x = 2.0)
// value: 32.0
// expect: x = 80.0

__attribute__((noinline)) static void fail(double *p) {
  p[0] *= p[1];
  throw p + 1;
}

double f(double x) {
  double a[2] = {x, x * x};
  try {
    fail(a);
  } catch (double *q) {
    return q[0] * q[-1];
  } catch (const char *) {
    return x;
  }
  return 0;
}
