// example: a power behind a branch; the derivative takes the same branch
// check: double relu3(double x = 1.5)
// value: 3.375
// expect: x = 6.75
// check: double relu3(double x = -2.0)
// value: 0.0
// expect: x = 0.0

double pow3(double x) { return x * x * x; }

double relu3(double x) {
  if (x > 0)
    return pow3(x);
  return 0;
}
