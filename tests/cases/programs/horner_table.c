// Piecewise polynomials picked from a table by interval, each evaluated with Horner's rule.
struct piece {
    double from;
    int degree;
    int first;
};

static const struct piece pieces[] = {{-1e30, 1, 0}, {0.0, 3, 2}, {1.5, 2, 6}};

static double horner(const double *c, int degree, double x) {
    double r = c[degree];
    for (int i = degree - 1; i >= 0; --i)
        r = r * x + c[i];
    return r;
}

double profile(const double *coeff, const double *x, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i) {
        int k = 2;
        while (x[i] < pieces[k].from)
            --k;
        double base = k == 0 ? 0.0 : pieces[k].from;
        s += horner(coeff + pieces[k].first, pieces[k].degree, x[i] - base) * (i + 1);
    }
    return s;
}
// check: double profile(double *coeff = {0.5, 1.5, 0.5, -0.7, 0.3, 0.2, 1.1, -0.4, 0.6}, double *x = {0.8, -0.6,
//     2.3, 1.2}, int n = 4)
// value: 4.6768
// expect: coeff = {2, -1.2, 5, 5.6, 6.3999999999999995, 7.4239999999999995, 3, 2.3999999999999995,
//     1.919999999999999}, x = {0.16400000000000012, 3, 1.6799999999999993, 3.536}
