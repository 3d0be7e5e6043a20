// In/out array: the gradient of the old content passes through the update.
void axpy(double a, const double *x, double *y, int n) {
    for (int i = 0; i < n; ++i)
        y[i] += a * x[i];
}
// check: void axpy(double a = 1.5, double *x = {1.0, -2.0, 3.0}, double *y = {0.5, 0.25, 4.0} seed {1.0, 2.0,
//     -3.0}, int n = 3)
// expect: a = -12.0, x = {1.5, 3.0, -4.5}, y = {1.0, 2.0, -3.0}
