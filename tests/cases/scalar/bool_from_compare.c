// Comparisons used as integers weigh terms but carry no derivative themselves.
double weighted(double x, double y) {
    int above = x > 1.0;
    int below = y < 1.0;
    return x * y * above + (x + 4.0 * y) * below + (above + below) * y * y;
}
// check: double weighted(double x = 1.5, double y = 2.5)
// value: 10
// expect: x = 2.5, y = 6.5
// check: double weighted(double x = 1.5, double y = 0.5)
// value: 4.75
// expect: x = 1.5, y = 7.5
