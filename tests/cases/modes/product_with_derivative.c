// A function that mixes values and derivatives of another: the Hill formula x * f'(x) / f(x).
double __enzyme_autodiff_inner(void *, ...);
static double hill(double x) { return x * x * x / (2.0 + x * x * x); }
double sensitivity(double x) { return x * __enzyme_autodiff_inner((void *)hill, x) / hill(x); }
// The closed form is 6 / (2 + x^3), with derivative -18 x^2 / (2 + x^3)^2.
// check: double sensitivity(double x = 2.0)
// value: 0.6
// expect: x = -0.72
