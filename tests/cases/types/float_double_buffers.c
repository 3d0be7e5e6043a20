// Data staged in float arrays and accumulated in double.
double staged(const double *x, int n) {
    float low[5];
    for (int i = 0; i < n; ++i)
        low[i] = (float)(x[i] * x[i]);
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += (double)low[i] * (i + 1);
    return s;
}
// check: double staged(double *x = {1.0, 2.0, -0.5, 1.5, 3.0}, int n = 5)
// value: 63.75
// expect: x = {2.0, 8.0, -3.0, 12.0, 30.0}
// tolerance: 1e-6
// differences: off (the float rounding inside drowns small steps)
