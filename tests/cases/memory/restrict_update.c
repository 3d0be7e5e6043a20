// restrict pointers: the update of y never touches x.
void update(double *restrict y, const double *restrict x, const double *restrict w, int n) {
    for (int i = 0; i < n; ++i) {
        double t = x[i] * w[i];
        y[i] = y[i] * t + t * t;
    }
}
// check: void update(double *y = {0.5, 1.0, -2.0} seed {1.0, 2.0, 3.0}, double *x = {1.5, -0.5, 0.8}, double *w = {2.0,
//     1.1, -0.7}, int n = 3)
// expect: y = {3, -1.1, -1.68}, x = {13, -0.22000000000000022, 6.552}, w = {9.75, 0.10000000000000009, -7.488}
