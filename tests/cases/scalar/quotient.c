// Quotient rule: numerator and denominator depend on both inputs.
double quotient(double x, double y) { return (x - 2.0 * y) / (x * y + 1.0); }
// check: double quotient(double x = 1.5, double y = 0.4)
// value: 0.43749999999999994
// expect: x = 0.515625, y = -1.66015625
