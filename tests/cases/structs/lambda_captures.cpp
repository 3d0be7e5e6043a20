// Lambdas capturing by value and by reference, passed to a template algorithm.
template <class F> static double accumulate(const double *x, int n, double start, F f) {
    for (int i = 0; i < n; ++i)
        start = f(start, x[i]);
    return start;
}
double captured(const double *x, int n, double k) {
    double largest = 0.0;
    auto weigh = [k, &largest](double s, double v) {
        if (v > largest)
            largest = v * 1.5;
        return s * k + v * v;
    };
    double s = accumulate(x, n, 1.0, weigh);
    return s * largest;
}
// check: double captured(double *x = {0.5, 1.2, -0.7, 2.1}, int n = 4, double k = 0.6)
// value: 17.0289
// expect: x = {0.6804, 2.7216, -2.646, 21.339000000000002}, k = 10.5588
