// Compound literals and designated initialisers with missing fields (zero) and recomputed ones.
struct opts { double tol, scale, shift; int order; };
static double eval(struct opts o, double x) {
    double r = o.shift;
    for (int i = 0; i < o.order; ++i)
        r = r * x + o.scale;
    return r + o.tol;
}
double literals(double x, double s) {
    return eval((struct opts){.scale = s, .order = 3}, x) * eval((struct opts){.shift = x * s, .order = 2, .tol = 0.5}, s);
}
// check: double literals(double x = 1.2, double s = 0.8)
// value: 3.2451328000000004
// expect: x = 4.5221120000000008, s = 10.765664000000001
