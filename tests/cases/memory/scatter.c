// Indirect accumulating writes; two sources land in one cell, which is then squared.
void scatter(const double *x, const int *idx, double *bins, int m, int k) {
    for (int i = 0; i < m; ++i)
        bins[idx[i]] += x[i] * x[i];
    for (int j = 0; j < k; ++j)
        bins[j] *= bins[j];
}
// check: void scatter(double *x = {1.0, -2.0, 0.5}, int *idx = {1, 0, 1}, double *bins = {0.5, 0.25, 3.0} seed {1.0,
//     2.0, 0.5}, int m = 3, int k = 3)
// expect: x = {12, -36, 6}, bins = {9, 6, 3}
