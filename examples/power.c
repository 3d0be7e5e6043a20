// example: a power by repeated multiplication: n x^(n-1)
// check: double power(double x = 2.0, int n = 5)
// value: 32.0
// expect: x = 80.0
// check: double power(double x = 0.0, int n = 3)
// value: 0.0
// expect: x = 0.0
// time: double power(double x = 0.999, int n = 1000)

double power(double x, int n) {
  double y = 1;
  for (int i = 0; i < n; ++i)
    y *= x;
  return y;
}
