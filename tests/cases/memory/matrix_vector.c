// Row-major matrix times vector through flat indexing.
void matvec(const double *a, const double *x, double *y, int rows, int cols) {
    for (int i = 0; i < rows; ++i) {
        double s = 0.0;
        for (int j = 0; j < cols; ++j)
            s += a[i * cols + j] * x[j];
        y[i] = s;
    }
}
// check: void matvec(double *a = {1, 2, 3, 4, 5, 6}, double *x = {0.5, -1.0, 2.0}, double *y = {9, 9} seed {1.0,
//     3.0}, int rows = 2, int cols = 3)
// expect: a = {0.5, -1.0, 2.0, 1.5, -3.0, 6.0}, x = {13.0, 17.0, 21.0}, y = {0.0, 0.0}
