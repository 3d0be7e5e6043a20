// A loop that is left by an exception that is caught has run less often than its condition says.
static __attribute__((noinline)) double partial(const double *x, int n, double *state) {
    for (int i = 0; i < n; ++i) {
        if (x[i] > 1.0)
            throw i;
        *state = *state * x[i] + 0.5 * x[i] * x[i];
    }
    return *state * *state;
}
double caught(const double *x, int n) {
    double state = 1.0;
    try {
        return partial(x, n, &state);
    } catch (int at) {
        return state * x[at];
    }
}
// check: double caught(const double *x = {0.5, 0.7, 0.2, 1.3, 0.9}, int n = 5)
// value: 0.20345000000000005
// expect: x = {0.273, 0.3445000000000001, 1.14725, 0.15650000000000003, 0.0}
// check: double caught(const double *x = {0.5, 0.7, 0.2, 1.3, 0.9}, int n = 3)
// value: 0.024492250000000007
// expect: x = {0.06573000000000002, 0.08294500000000003, 0.27622250000000004, 0.0, 0.0}
