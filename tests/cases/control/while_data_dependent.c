// The number of iterations depends on the active value itself.
double halve(double x, double limit) {
    double sum = 0.0;
    while (x > limit) {
        sum += x * x;
        x = 0.5 * x + 0.01 * x * x;
    }
    return sum + x;
}
// check: double halve(double x = 9.0, double limit = 0.5)
// value: 121.28871310870296
// expect: x = 28.618317964416011, limit = 0
