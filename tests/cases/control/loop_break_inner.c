// break out of the inner loop only; the trip count of the inner loop differs per outer iteration.
double partial(double *x, int n) {
    double total = 0.0;
    for (int i = 0; i < n; ++i) {
        double p = 1.0;
        for (int j = i; j < n; ++j) {
            p *= x[j];
            if (p > 6.0)
                break;
        }
        total += p * (i + 1);
    }
    return total;
}
// check: double partial(double *x = {1.5, 2.5, 0.8, 3.5, 1.2}, int n = 5)
// value: 57.38
// expect: x = {7, 9.8, 43.225, 14.68, 27.400000000000002}
