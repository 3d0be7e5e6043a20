// A global work array filled and consumed within the call.
#define N 6
static double work[N];
static void fill(double x) {
    work[0] = 1.0;
    for (int i = 1; i < N; ++i)
        work[i] = work[i - 1] * x / i;
}
double series(double x, double y) {
    fill(x);
    double s = 0.0;
    for (int i = 0; i < N; ++i)
        s += work[i];
    fill(y);
    for (int i = 0; i < N; ++i)
        s *= 1.0 + 0.01 * work[i];
    return s;
}
// check: double series(double x = 0.9, double y = 1.4)
// value: 2.559654668281742
// expect: x = 2.5545319927568313, y = 0.10148371408415958
