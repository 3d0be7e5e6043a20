// Counted loop with a loop-carried product: x to the n.
double power(double x, int n) {
    double r = 1.0;
    for (int i = 0; i < n; ++i)
        r *= x;
    return r;
}
// check: double power(double x = 1.7, int n = 6)
// value: 24.137568999999996
// expect: x = 85.19142
// check: double power(double x = 1.7, int n = 1)
// value: 1.7
// expect: x = 1.0
