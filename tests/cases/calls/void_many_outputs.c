// One call fills three outputs of different kinds; only two are active.
__attribute__((noinline)) static void stats(const double *x, int n, double *mean, double *var, int *above) {
    double s = 0.0, q = 0.0;
    for (int i = 0; i < n; ++i)
        s += x[i];
    *mean = s / n;
    *above = 0;
    for (int i = 0; i < n; ++i) {
        q += (x[i] - *mean) * (x[i] - *mean);
        *above += x[i] > *mean;
    }
    *var = q / (n - 1);
}
double summary(const double *x, int n) {
    double mean, var;
    int above;
    stats(x, n, &mean, &var, &above);
    return mean * var + above * mean;
}
// check: double summary(double *x = {1.0, 2.5, -0.5, 3.0, 0.7}, int n = 5)
// value: 5.36402
// expect: x = {0.5728, 1.5778, -0.4322, 1.9128, 0.37179999999999996}
