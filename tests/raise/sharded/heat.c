/* Heat in three dimensions, explicit steps, two buffers; the border stays as it is. */
void heat(int n, int steps, double c, double *u, double *v) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++) {
          long at = ((long)i * n + j) * n + k;
          v[at] = u[at] + c * (u[at - 1] + u[at + 1] + u[at - n] + u[at + n] + u[at - n * n] + u[at + n * n] - 6 * u[at]);
        }
    double *swap = u;
    u = v;
    v = swap;
  }
}
