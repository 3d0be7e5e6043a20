// Sweeps along rows and columns in turn: the parity of the outer counter chooses the stride (once a broken derivative at -O0).
enum { N = 4 };
static void sweep(double *d, int stride) {
    for (int i = 1; i < N; i++)
        d[i * stride] -= d[i * stride] * d[(i - 1) * stride];
}
double alternating(const double *x, int steps) {
    double u[N * N];
    for (int i = 0; i < N * N; i++)
        u[i] = x[i % 3] * (i + 1) / 16;
    for (int s = 0; s < steps; s++)
        for (int j = 0; j < N; j++)
            if (s % 2)
                sweep(u + j, N);
            else
                sweep(u + j * N, 1);
    double r = 0.0;
    for (int i = 0; i < N * N; i++)
        r += u[i] * u[i];
    return r;
}
// check: double alternating(double *x = {1.0, 2.0, 0.5}, int steps = 3)
// value: 1.7523338324597403
// expect: x = {0.6449149428454495, 0.8341556851587231, -0.948292726087223}
