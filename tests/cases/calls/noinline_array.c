// A function that is never inlined updates an array in place, called several times.
__attribute__((noinline)) static void step(double *u, int n, double k) {
    for (int i = 1; i < n; ++i)
        u[i] += k * u[i - 1] * u[i];
}
double evolve(double *u, int n, double k, int steps) {
    for (int s = 0; s < steps; ++s)
        step(u, n, k / (s + 1));
    return u[n - 1] + 2.0 * u[1];
}
// check: double evolve(double *u = {1.0, 0.5, 0.25, 2.0}, int n = 4, double k = 0.3, int steps = 3)
// value: 4.0146211679956245
// expect: u = {0.76809480203796876, 3.4679662416685222, 1.5589042720012343, 1.1850605839978121}, k = 4.1576799695751285
