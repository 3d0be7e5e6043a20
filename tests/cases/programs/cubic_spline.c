// Natural cubic spline: tridiagonal solve for the second derivatives, then evaluation by interval search.
static void second_derivatives(const double *x, const double *y, double *m, int n) {
    double u[8];
    m[0] = u[0] = 0.0;
    for (int i = 1; i < n - 1; ++i) {
        double sig = (x[i] - x[i - 1]) / (x[i + 1] - x[i - 1]);
        double p = sig * m[i - 1] + 2.0;
        m[i] = (sig - 1.0) / p;
        double slope = (y[i + 1] - y[i]) / (x[i + 1] - x[i]) - (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
        u[i] = (6.0 * slope / (x[i + 1] - x[i - 1]) - sig * u[i - 1]) / p;
    }
    m[n - 1] = 0.0;
    for (int i = n - 2; i >= 0; --i)
        m[i] = m[i] * m[i + 1] + u[i];
}

static double evaluate(const double *x, const double *y, const double *m, int n, double t) {
    int lo = 0, hi = n - 1;
    while (hi - lo > 1) {
        int mid = (lo + hi) / 2;
        if (x[mid] > t)
            hi = mid;
        else
            lo = mid;
    }
    double h = x[hi] - x[lo], a = (x[hi] - t) / h, b = (t - x[lo]) / h;
    return a * y[lo] + b * y[hi] + ((a * a * a - a) * m[lo] + (b * b * b - b) * m[hi]) * h * h / 6.0;
}

double spline(const double *x, const double *y, int n, double t1, double t2) {
    double m[8];
    second_derivatives(x, y, m, n);
    return evaluate(x, y, m, n, t1) + 2.0 * evaluate(x, y, m, n, t2);
}
// check: double spline(double *x = {0.0, 0.7, 1.5, 2.6, 3.0}, double *y = {1.0, 2.2, -0.5, 0.3, 1.9}, int n = 5,
//     double t1 = 1.1, double t2 = 2.75)
// value: 2.7484874188311679
// expect: x = {0.45232647087392791, 1.4275805873083998, 1.9630494244295396, -4.6579234968312875,
//     -3.0492374037448151}, y = {-0.098571428571428574, 0.6332589285714284, 0.479630681818182, 1.2994318181818183,
//     0.6862499999999998}, t1 = -4.0532549126266408, t2 = 7.9174593305908765
