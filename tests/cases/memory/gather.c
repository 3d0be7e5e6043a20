// Indirect reads through an index array, with a repeated index.
double gather(const double *x, const int *idx, int m) {
    double s = 0.0;
    for (int i = 0; i < m; ++i)
        s += x[idx[i]] * (i + 1) + x[idx[i]] * x[idx[i]];
    return s;
}
// check: double gather(double *x = {1.0, 2.0, 3.0, 4.5}, int *idx = {2, 0, 2, 3, 1}, int m = 5)
// value: 85.25
// expect: x = {4.0, 9.0, 16.0, 13.0}
