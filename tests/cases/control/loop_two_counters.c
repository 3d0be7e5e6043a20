// Two counters meet in the middle; the loop bound is their difference.
double meet(double *x, int n) {
    int i = 0, j = n - 1;
    double s = 0.0;
    while (i < j) {
        s += x[i] * x[j] * (i + 1);
        if (x[i] < x[j])
            x[++i] += 0.1 * s;
        else
            x[--j] -= 0.2 * s;
    }
    return s + x[i];
}
// check: double meet(double *x = {0.5, 1.5, -0.4, 2.0, 1.0}, int n = 5)
// value: 2.858672
// expect: x = {0.010271999999999946, -1.0524800000000003, 2.48, 0.9423999999999999, 0.3632479999999999}
