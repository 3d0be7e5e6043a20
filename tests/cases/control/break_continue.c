// continue skips an update, break leaves early with the running value.
double skip(double *x, int n, double cap) {
    double s = 0.0, p = 1.0;
    for (int i = 0; i < n; ++i) {
        if (x[i] < 0.0)
            continue;
        s += x[i] * p;
        if (s > cap)
            break;
        p *= 1.0 + x[i];
    }
    return s * p;
}
// check: double skip(double *x = {0.5, -1.0, 0.75, 1.25, -0.5, 2.0, 3.0}, int n = 7, double cap = 4.0)
// value: 12.87890625
// expect: x = {18.921875, 0, 16.21875, 6.890625, 0, 0, 0}, cap = 0
