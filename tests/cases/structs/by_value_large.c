// A struct too large for registers is passed and returned through memory.
struct mat3 { double m[9]; };
__attribute__((noinline)) static struct mat3 mul(struct mat3 a, struct mat3 b) {
    struct mat3 r;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            double s = 0.0;
            for (int k = 0; k < 3; ++k)
                s += a.m[3 * i + k] * b.m[3 * k + j];
            r.m[3 * i + j] = s;
        }
    a.m[0] = 1e9; /* the callee's copy is its own */
    return r;
}
double cube_trace(const double *x) {
    struct mat3 a;
    for (int i = 0; i < 9; ++i)
        a.m[i] = x[i];
    struct mat3 b = mul(a, mul(a, a));
    return b.m[0] + 2.0 * b.m[4] + 3.0 * b.m[8] + a.m[1];
}
// check: double cube_trace(double *x = {0.5, 1.0, -0.25, 0.75, 0.3, 0.6, -1.1, 0.2, 0.9})
// value: 5.3420000000000005
// expect: x = {5.125, -0.33500000000000024, -8.7800000000000011, 3.1999999999999997, 5.13, -4.74, 1.4, 4.455, 10.175}
