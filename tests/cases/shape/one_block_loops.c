// Loops with kept values stay loops of one block, as the optimiser wants them: what was stored is not loaded again.
// check: double smooth(double *u = {1, 2, 3, 4, 5}, int n = 5, int sweeps = 2)
// expect: u = {5.005702972412109, 1.9789352416992188, 1.9229850769042969, 0.9335174560546875, 12.61700439453125}
// check: double smooth(double *u = {1, 2, 3}, int n = 2, int sweeps = 3)
// expect: u = {2, 4, 0}
// check: double smooth(double *u = {1, 2, 3}, int n = 3, int sweeps = 0)
// expect: u = {2, 4, 6}
double smooth(double *u, int n, int sweeps) {
    for (int s = 0; s < sweeps; ++s)
        for (int i = 1; i + 1 < n; ++i)
            u[i] += 0.25 * (u[i - 1] + u[i + 1]) - 0.125 * u[i] * u[i];
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += u[i] * u[i];
    return sum;
}
