// A program that defines a routine itself means its own.
// check: double f(double *x = {1, 2, 3}, double *y = {4, 5, 6}, int n = 3)
// value: 32.0
// expect: x = {4, 5, 6}, y = {1, 2, 3}
double cblas_ddot(int n, const double *x, int incx, const double *y, int incy) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += x[i * incx] * y[i * incy];
    return sum;
}
double f(double *x, double *y, int n) { return cblas_ddot(n, x, 1, y, 1); }
