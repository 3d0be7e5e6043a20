/* Shallow water on a torus, Lax and Friedrichs. */
void water(int n, int steps, double dt, double *h, double *p, double *q, double *hn, double *pn, double *qn) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        int c = j * n + i, e = j * n + (i + 1) % n, w = j * n + (i + n - 1) % n;
        int a = (j + 1) % n * n + i, b = (j + n - 1) % n * n + i;
        double fe = p[e] * p[e] / h[e] + 4.905 * h[e] * h[e], fw = p[w] * p[w] / h[w] + 4.905 * h[w] * h[w];
        double ge = p[e] * q[e] / h[e], gw = p[w] * q[w] / h[w], ga = p[a] * q[a] / h[a], gb = p[b] * q[b] / h[b];
        double ka = q[a] * q[a] / h[a] + 4.905 * h[a] * h[a], kb = q[b] * q[b] / h[b] + 4.905 * h[b] * h[b];
        hn[c] = 0.25 * (h[e] + h[w] + h[a] + h[b]) - 0.5 * dt * (p[e] - p[w] + q[a] - q[b]);
        pn[c] = 0.25 * (p[e] + p[w] + p[a] + p[b]) - 0.5 * dt * (fe - fw + ga - gb);
        qn[c] = 0.25 * (q[e] + q[w] + q[a] + q[b]) - 0.5 * dt * (ge - gw + ka - kb);
      }
    double *swap = h;
    h = hn;
    hn = swap;
    swap = p;
    p = pn;
    pn = swap;
    swap = q;
    q = qn;
    qn = swap;
  }
}
