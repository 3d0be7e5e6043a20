// Straight-line Horner evaluation with active coefficients.
double poly(double x, double c0, double c1, double c2, double c3) { return ((c3 * x + c2) * x + c1) * x + c0; }
// check: double poly(double x = 1.5, double c0 = 0.5, double c1 = -2.0, double c2 = 0.25, double c3 = 4.0)
// value: 11.5625
// expect: x = 25.75, c0 = 1.0, c1 = 1.5, c2 = 2.25, c3 = 3.375
