// A pointer chosen by a condition: reads and writes go to the chosen array only.
double chosen(double *a, double *b, int n, int which) {
    double *p = which ? a : b;
    double s = 0.0;
    for (int i = 0; i < n; ++i) {
        p[i] = p[i] * p[i] + 1.0;
        s += p[i] * (i + 2);
    }
    return s + a[0] * b[1];
}
// check: double chosen(double *a = {1.0, 2.0, 3.0}, double *b = {0.5, 1.5, -2.0}, int n = 3, int which = 1)
// value: 62
// expect: a = {7, 12, 24}, b = {0, 2, 0}
// check: double chosen(double *a = {1.0, 2.0, 3.0}, double *b = {0.5, 1.5, -2.0}, int n = 3, int which = 0)
// value: 35.5
// expect: a = {3.25, 0, 0}, b = {2, 12, -16}
