// Thread-local scratch variables behave like globals: constant on entry, differentiated inside.
static _Thread_local double level;
static void raise_by(double v) { level = level * 0.5 + v * v; }
double levels(const double *x, int n) {
    level = 1.0;
    for (int i = 0; i < n; ++i)
        raise_by(x[i]);
    return level * x[0];
}
// check: double levels(double *x = {1.5, -0.5, 2.0}, int n = 3)
// value: 7.21875
// expect: x = {5.9375, -0.75, 6}
