// example: bodies under gravity, moved by the leapfrog method: how the energy at the end depends on where the bodies
// example: start, how fast, and how heavy they are
// check: double energy_after(double *position = {0, 0, 1, 0} seed {0, 0, 0, 0},
//   double *velocity = {0, 0, 0, 1} seed {0, 0, 0, 0}, double *mass = {1, 0.1}, int n = 2, int steps = 5)
// value: -0.049505864177771114
// expect: position = {-0.09855296699972327, -0.00010808538551042773, 0.09855296699972327, 0.00010808538551043868},
//   velocity = {-0.00010808538551043219, -4.047876220448151e-05, 0.00010808538551043868, 0.10004047876220452},
//   mass = {-0.09952815182119176, -0.49508092942113163}
// time: double energy_after(double *position = ramp(64, -1, 1) seed repeat(64, 0),
//   double *velocity = ramp(64, 0.5, -0.5) seed repeat(64, 0), double *mass = ramp(32, 0.1, 1), int n = 32, int steps = 4)

#include <math.h>

static const double time_step = 0.1, softening = 0.01;

/* Two coordinates per body, one after the other. */
static double squared_distance(const double *position, int i, int j) {
  double dx = position[2 * j] - position[2 * i], dy = position[2 * j + 1] - position[2 * i + 1];
  return dx * dx + dy * dy + softening;
}

static void kick(const double *position, double *velocity, const double *mass, int n, double duration) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (i == j)
        continue;
      double square = squared_distance(position, i, j);
      double pull = duration * mass[j] / (square * sqrt(square));
      velocity[2 * i] += pull * (position[2 * j] - position[2 * i]);
      velocity[2 * i + 1] += pull * (position[2 * j + 1] - position[2 * i + 1]);
    }
}

static double energy(const double *position, const double *velocity, const double *mass, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double vx = velocity[2 * i], vy = velocity[2 * i + 1];
    sum += 0.5 * mass[i] * (vx * vx + vy * vy);
    for (int j = i + 1; j < n; ++j)
      sum -= mass[i] * mass[j] / sqrt(squared_distance(position, i, j));
  }
  return sum;
}

double energy_after(double *position, double *velocity, const double *mass, int n, int steps) {
  for (int step = 0; step < steps; ++step) {
    kick(position, velocity, mass, n, 0.5 * time_step);
    for (int i = 0; i < 2 * n; ++i)
      position[i] += time_step * velocity[i];
    kick(position, velocity, mass, n, 0.5 * time_step);
  }
  return energy(position, velocity, mass, n);
}
