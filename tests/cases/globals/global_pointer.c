// A global pointer is set to the caller's array; reads through it are active.
static double *current;
static double peek(int i) { return current[i] * current[i]; }
double via_pointer(double *x, int n) {
    current = x;
    double s = 0.0;
    for (int i = 0; i < n; ++i) {
        s += peek(i) * (i + 1);
        current[i] = s;
    }
    return s + x[0];
}
// check: double via_pointer(double *x = {1.0, -0.5, 2.0}, int n = 3)
// value: 14.5
// expect: x = {4, -2, 12}
