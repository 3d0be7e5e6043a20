// x87 extended precision: arithmetic, conversion and comparison of long double.
long double extended(long double x, double y) {
    long double t = x * y + 1.0L;
    if (t > 100.0L)
        t = 0.0L;
    return t * t / x;
}
// check: long double extended(long double x = 1.75, double y = 0.6)
// value: 2.4014285714285712
// expect: x = 0.033469387755102012, y = 4.1
