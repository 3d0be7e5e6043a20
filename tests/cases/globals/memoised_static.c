// A static table filled on demand within the call, like a memo.
static double memo[12];
static int known[12];
static double series(double x, int n) {
    if (n < 2)
        return 1.0 + n * x;
    if (!known[n]) {
        memo[n] = series(x, n - 1) * x + 0.5 * series(x, n - 2);
        known[n] = 1;
    }
    return memo[n];
}
double memoised(double x, int n) {
    for (int i = 0; i < 12; ++i)
        known[i] = 0;
    return series(x, n);
}
// check: double memoised(double x = 0.9, int n = 9)
// value: 13.330316299000001
// expect: x = 71.776343090000012
