// Gravitational n-body problem with leapfrog steps over arrays of coordinates.
#include <math.h>

#define DIM 3

static void accelerations(const double *pos, const double *mass, double *acc, int n) {
    for (int i = 0; i < n * DIM; ++i)
        acc[i] = 0.0;
    for (int i = 0; i < n; ++i) {
        for (int j = i + 1; j < n; ++j) {
            double d[DIM], r2 = 0.01;
            for (int k = 0; k < DIM; ++k) {
                d[k] = pos[j * DIM + k] - pos[i * DIM + k];
                r2 += d[k] * d[k];
            }
            double inv = 1.0 / (r2 * sqrt(r2));
            for (int k = 0; k < DIM; ++k) {
                acc[i * DIM + k] += mass[j] * d[k] * inv;
                acc[j * DIM + k] -= mass[i] * d[k] * inv;
            }
        }
    }
}

double nbody(double *pos, double *vel, const double *mass, int n, int steps, double dt) {
    double acc[9];
    accelerations(pos, mass, acc, n);
    for (int s = 0; s < steps; ++s) {
        for (int i = 0; i < n * DIM; ++i) {
            vel[i] += 0.5 * dt * acc[i];
            pos[i] += dt * vel[i];
        }
        accelerations(pos, mass, acc, n);
        for (int i = 0; i < n * DIM; ++i)
            vel[i] += 0.5 * dt * acc[i];
    }
    double energy = 0.0;
    for (int i = 0; i < n; ++i) {
        double v2 = 0.0;
        for (int k = 0; k < DIM; ++k)
            v2 += vel[i * DIM + k] * vel[i * DIM + k];
        energy += 0.5 * mass[i] * v2 * (i + 1);
    }
    return energy + pos[0] - 2.0 * pos[4] + pos[8] * pos[2];
}
// check: double nbody(double *pos = {0, 0, 0.1, 1, 0.2, -0.3, -0.5, 1.2, 0.4}, double *vel = {0.1, -0.2, 0, 0.3,
//     0.5, 0.1, -0.4, 0.2, -0.1}, double *mass = {1.5, 0.7, 1.1}, int n = 3, int steps = 5, double dt = 0.1)
// value: -0.25286223726254542
// expect: pos = {1.5287419676383431, 0.45044438317609981, -0.026776728942843376, -1.0126270543590421,
//     -2.3490432682274176, 0.21846965874219204, 0.48388508672069896, -0.10140111494868205, 0.22186790457428085},
//     vel = {0.95059802465945487, 0.33474344677579448, 0.043263267906870594, -0.72678597243718135,
//     -0.59573553785810973, 0.50410708993458875, -0.41382869937803446, -0.58408562780553941, -0.5850176985342187},
//     mass = {0.40382801652128958, 0.65772022318440526, 0.21290307643325032}, dt = 3.1862966260724459
