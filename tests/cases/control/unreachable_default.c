// A default that cannot happen is marked unreachable and has no derivative.
double select4(double x, int k) {
    switch (k & 3) {
    case 0:
        return x * x;
    case 1:
        return 1.0 / x;
    case 2:
        return x * x * x - x;
    case 3:
        return 0.5 * x;
    default:
        __builtin_unreachable();
    }
}
// check: double select4(double x = 1.6, int k = 6)
// value: 2.4960000000000004
// expect: x = 6.6800000000000006
// check: double select4(double x = 1.6, int k = 1)
// value: 0.625
// expect: x = -0.39062499999999994
