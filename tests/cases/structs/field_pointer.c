// Pointers to individual fields chosen in a loop.
struct coeffs { double lin, quad, cubic; };
double fields(double a, double b, double c, double x) {
    struct coeffs k = {a, b, c};
    double *order[3] = {&k.cubic, &k.lin, &k.quad};
    double r = 0.0;
    for (int i = 0; i < 3; ++i) {
        *order[i] += 0.1 * r;
        r = r * x + *order[i];
    }
    return r * k.lin;
}
// check: double fields(double a = 1.1, double b = -0.4, double c = 0.8, double x = 1.5)
// value: 4.021440000000001
// expect: a = 5.296, b = 1.1800000000000002, c = 3.3616, x = 4.3188
