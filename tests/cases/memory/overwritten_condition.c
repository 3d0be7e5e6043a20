// The value a branch was decided on is overwritten by the branch itself.
double flip(double *x, int n) {
    double s = 0.0;
    for (int pass = 0; pass < 3; ++pass)
        for (int i = 0; i < n; ++i) {
            if (x[i] > 0.0)
                x[i] = -0.5 * x[i] * x[i];
            else
                x[i] = 1.0 - x[i];
            s += x[i] * (pass + 1);
        }
    return s;
}
// check: double flip(double *x = {1.2, -0.4, 0.7}, int n = 3)
// value: 3.5823625000000003
// expect: x = {-4.992, -2.4, -1.9144999999999999}
