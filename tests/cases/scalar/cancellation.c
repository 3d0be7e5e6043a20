// Terms that cancel algebraically still add up to the exact derivative.
double cancel(double x, double y) {
    double a = x * y, b = a + 1e3 * x;
    double c = b - 1e3 * x;
    return (c - a) * 5.0 + a * c;
}
// check: double cancel(double x = 1.5, double y = 2.0)
// value: 9
// expect: x = 12.0, y = 9.0
