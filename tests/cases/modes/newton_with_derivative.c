// Newton's method whose slope comes from the compiler, differentiated again from outside.
// The root of y^3 + x*y - 2 at x = 1 is y = 1, and dy/dx = -y / (3 y^2 + x) = -1/4.
double __enzyme_fwddiff_slope(void *, ...);
static double residual(double y, double x) { return y * y * y + x * y - 2.0; }
double root(double x) {
    double y = 1.3;
    for (int i = 0; i < 8; ++i)
        y -= residual(y, x) / __enzyme_fwddiff_slope((void *)residual, y, 1.0, x, 0.0);
    return y;
}
// check: double root(double x = 1.0)
// value: 1.0
// expect: x = -0.25
