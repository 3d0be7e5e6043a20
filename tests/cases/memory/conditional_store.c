// A store that happens on one path only: the old value shows through on the other.
double patch(double *x, double *y, int n, double t) {
    double s = 0.0;
    for (int i = 0; i < n; ++i) {
        if (x[i] > t)
            y[i] = x[i] * x[i];
        s += y[i] * y[i];
    }
    return s;
}
// check: double patch(double *x = {1.5, 0.2, 2.0, -1.0}, double *y = {3.0, 0.7, 0.5, 1.1} seed {0.5, 1.5, 2.5,
//     3.5}, int n = 4, double t = 1.0)
// expect: x = {15, 0, 42, 0}, y = {0, 2.9, 0, 5.7}, t = 0
