// Two buffers exchanged by pointer swap after each step.
double jacobi(double *u, int n, int steps) {
    double other[5] = {0};
    double *cur = u, *next = other;
    for (int t = 0; t < steps; ++t) {
        next[0] = cur[0];
        next[n - 1] = cur[n - 1];
        for (int i = 1; i < n - 1; ++i)
            next[i] = 0.25 * cur[i - 1] + 0.5 * cur[i] * cur[i] + 0.25 * cur[i + 1];
        double *tmp = cur;
        cur = next;
        next = tmp;
    }
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += cur[i] * (i + 1);
    return s;
}
// check: double jacobi(double *u = {1.0, 0.4, 0.8, -0.3, 0.9}, int n = 5, int steps = 3)
// value: 8.7646704014843753
// expect: u = {2.30333409375, 1.072198409375, 2.3139080375, -0.057505253124999968, 7.04730759375}
