// The index array is overwritten before the reverse sweep could read it again.
double shuffle(const double *x, int *idx, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i) {
        s = s * 0.5 + x[idx[i]] * x[idx[i]];
        idx[i] = 0;
    }
    idx[0] = n;
    return s;
}
double shuffle_copy(const double *x, const int *order, int n) {
    int idx[8];
    for (int i = 0; i < n; ++i)
        idx[i] = order[i];
    return shuffle(x, idx, n);
}
// check: double shuffle_copy(double *x = {1.0, 2.0, -3.0, 0.6}, int *order = {2, 0, 3, 1, 2}, int n = 5)
// value: 11.7775
// expect: x = {0.25, 2, -6.375, 0.3}
