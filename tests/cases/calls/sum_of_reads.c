// A read-only call inside a loop whose result must be kept: the data changes afterwards.
__attribute__((noinline)) static double sum(const double *x, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += x[i];
    return s;
}
double reads(double *x, int n) {
    double total = 0.0;
    for (int i = 0; i < n; ++i) {
        double s = sum(x, n);
        total += s * s;
        x[i] = s * 0.125;
    }
    return total;
}
// check: double reads(double *x = {1.0, 2.0, 3.5}, int n = 3)
// value: 108.12359619140625
// expect: x = {16.012939453125, 29.913330078125, 40.116455078125}
