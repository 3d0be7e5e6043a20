// goto leaves three nested loops at once from data found inside.
double deep(const double *x, int n, double limit) {
    double s = 0.0;
    int i, j, k;
    for (i = 0; i < n; ++i)
        for (j = 0; j < n; ++j)
            for (k = 0; k < n; ++k) {
                s += x[i] * x[j] * x[k];
                if (s > limit)
                    goto found;
            }
    return -s;
found:
    return s * (i + 1) + x[j] * x[k];
}
// check: double deep(double *x = {0.5, 1.5, 0.75}, int n = 3, double limit = 6.0)
// value: 14.6875
// expect: x = {36.375, 13.25, 7}, limit = 0
// check: double deep(double *x = {0.5, 1.5, 0.75}, int n = 3, double limit = 99.0)
// value: -20.796875
// expect: x = {-22.6875, -22.6875, -22.6875}, limit = 0
