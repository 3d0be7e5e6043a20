// A loop that runs zero times leaves the initial value and its derivative alone.
double decay(double x, double rate, int n) {
    double r = 3.0 * x;
    for (int i = 0; i < n; ++i)
        r -= rate * r * r;
    return r * x;
}
// check: double decay(double x = 2.0, double rate = 0.1, int n = 0)
// value: 12
// expect: x = 12.0, rate = 0.0
// check: double decay(double x = 0.5, double rate = 0.1, int n = 4)
// value: 0.44546791176601186
// expect: x = 1.3788794283603818, rate = -2.0149610935183286
