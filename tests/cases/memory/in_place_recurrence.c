// Gauss-Seidel like recurrence: each element uses the new left and the old right neighbour.
void relax(double *u, int n, double w) {
    for (int i = 1; i < n - 1; ++i)
        u[i] = (1.0 - w) * u[i] + w * 0.5 * (u[i - 1] * u[i - 1] + u[i + 1]);
}
// check: void relax(double *u = {1.0, 0.5, -0.25, 0.75, 2.0} seed {0.5, 1.0, 2.0, 3.0, -1.0}, int n = 5, double w = 0.8)
// expect: u = {2.0049216000000003, 0.37623039999999991, 1.3031808, 1.70144, 0.20000000000000007}, w = 2.604038
