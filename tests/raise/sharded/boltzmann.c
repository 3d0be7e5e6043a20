/* Lattice Boltzmann in two dimensions with nine velocities on a torus: collide, then stream. */
static const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double weight[9] = {4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

void boltzmann(int n, int steps, double omega, double *f, double *g) {
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++) {
        double rho = 0, ux = 0, uy = 0;
        for (int k = 0; k < 9; k++) {
          double p = f[(k * n + (y - ey[k] + n) % n) * n + (x - ex[k] + n) % n];
          rho += p;
          ux += p * ex[k];
          uy += p * ey[k];
        }
        ux /= rho;
        uy /= rho;
        double square = 1.5 * (ux * ux + uy * uy);
        for (int k = 0; k < 9; k++) {
          double c = 3 * (ex[k] * ux + ey[k] * uy);
          double p = f[(k * n + (y - ey[k] + n) % n) * n + (x - ex[k] + n) % n];
          g[(k * n + y) * n + x] = p + omega * (weight[k] * rho * (1 + c + 0.5 * c * c - square) - p);
        }
      }
    double *swap = f;
    f = g;
    g = swap;
  }
}
