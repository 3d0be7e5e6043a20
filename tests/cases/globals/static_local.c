// A static local used as scratch storage inside one call.
static double filter(double v, int reset) {
    static double y;
    if (reset)
        y = 0.5 * v;
    else
        y = 0.9 * y + 0.1 * v * v;
    return y;
}
double smooth(const double *x, int n) {
    double s = filter(x[0], 1);
    for (int i = 1; i < n; ++i)
        s += filter(x[i], 0) * x[i - 1];
    return s;
}
// check: double smooth(double *x = {1.0, 2.0, -1.5, 0.7, 1.9}, int n = 5)
// value: 2.7649
// expect: x = {2.292885, 1.8281200000000002, 0.57490000000000008, 1.0852000000000002, 0.26599999999999996}
