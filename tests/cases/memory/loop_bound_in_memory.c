// The loop bound lives in memory and shrinks while the loop runs.
double shrinking(double x, double y, int n) {
    int limit = n;
    int *bound = &limit;
    double s = x;
    for (int i = 0; i < *bound; ++i) {
        s = s * y + x;
        if (s > 4.0)
            *bound -= 1;
    }
    return s * *bound;
}
// check: double shrinking(double x = 0.9, double y = 1.3, int n = 10)
// value: 94.947330600000015
// expect: x = 105.49703400000001, y = 291.68683200000004
