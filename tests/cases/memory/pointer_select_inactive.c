// One arm of the pointer choice is a constant table: it takes no derivative and must not be written to.
static const double table[3] = {2.0, 4.0, 8.0};
double fallback(const double *x, int n, double t) {
    double s = 0.0;
    for (int i = 0; i < n; ++i) {
        const double *p = x[i] > t ? x : table;
        s += p[i] * p[i] * t;
    }
    return s;
}
// check: double fallback(double *x = {1.5, 0.2, 3.0}, int n = 3, double t = 0.9)
// value: 24.525
// expect: x = {2.7, 0.0, 5.4}, t = 27.25
