// Dot product: two read-only arrays.
double dot(const double *x, const double *y, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += x[i] * y[i];
    return s;
}
// check: double dot(double *x = {1.0, 2.0, 3.0}, double *y = {4.0, -5.0, 6.5}, int n = 3)
// value: 13.5
// expect: x = {4.0, -5.0, 6.5}, y = {1.0, 2.0, 3.0}
