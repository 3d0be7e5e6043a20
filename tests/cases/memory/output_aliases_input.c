// One buffer is input and output of a two-stage computation; the caller passes it to both roles.
static void stage(const double *in, double *out, int n, double k) {
    for (int i = 0; i < n; ++i)
        out[i] = in[i] * in[i] * k + (i > 0 ? out[i - 1] : 0.5);
}
double pipeline(double *x, int n, double k) {
    stage(x, x, n, k);
    stage(x, x, n, 0.5 * k);
    return x[n - 1] + x[0] * x[1];
}
// check: double pipeline(double *x = {0.4, -0.7, 0.9, 0.3}, int n = 4, double k = 0.6)
// value: 2.53773645002304
// expect: x = {1.6405906733567999, -2.1348647066879995, 1.818288, 0.30887999999999993}, k = 6.2738298034304
