// A recursive walk that calls a visitor through a pointer at each leaf and threads an accumulator.
typedef void (*visitor)(double, double *);
static void add_square(double v, double *acc) { *acc += v * v; }
static void scale_by(double v, double *acc) { *acc *= 1.0 + 0.1 * v; }
static void walk(const double *x, int lo, int hi, visitor even, visitor odd, double *acc) {
    if (hi - lo == 1) {
        (lo % 2 ? odd : even)(x[lo], acc);
        return;
    }
    int mid = (lo + hi) / 2;
    walk(x, lo, mid, even, odd, acc);
    walk(x, mid, hi, even, odd, acc);
}
double visit(const double *x, int n) {
    double acc = 0.5;
    walk(x, 0, n, add_square, scale_by, &acc);
    return acc;
}
// check: double visit(double *x = {1.0, 2.0, -1.5, 0.5, 3.0}, int n = 5)
// value: 13.2525
// expect: x = {2.52, 0.1575, -3.15, 0.405, 6}
