// The array is summed with squares and then zeroed: the reverse sweep cannot reload it.
double consume(double *x, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += x[i] * x[i];
    for (int i = 0; i < n; ++i)
        x[i] = 0.0;
    return s;
}
// check: double consume(double *x = {1.0, -2.0, 3.5} seed {7.0, 8.0, 9.0}, int n = 3)
// expect: x = {2.0, -4.0, 7.0}
