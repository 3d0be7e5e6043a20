// new[] and delete[], and a unique_ptr that frees at the end of scope.
// leaks: on
#include <memory>
double heap(double *x, int n) {
    double *a = new double[n];
    auto b = std::make_unique<double[]>(n);
    for (int i = 0; i < n; ++i) {
        a[i] = x[i] * x[i];
        b[i] = a[i] * x[n - 1 - i];
    }
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += a[i] * b[i] * (i + 1);
    delete[] a;
    return s;
}
// check: double heap(double *x = {1.0, 1.5, -0.5}, int n = 3)
// value: 14.875
// expect: x = {-1.8125, 50.625, -0.5}
