// Pointers read from a constant table lead to mutable globals, which have shadows.
static double a[4], b[4];
static double *const table[2] = {a, b};
double through_table(double x, int i, int j) {
    table[i][0] = x * x;
    table[j][1] = x;
    return table[i][0] * 3.0 + table[j][1];
}
// check: double through_table(double x = 3.0, int i = 0, int j = 0)
// value: 30.0
// expect: x = 19.0
// check: double through_table(double x = 3.0, int i = 1, int j = 0)
// value: 30.0
// expect: x = 19.0
