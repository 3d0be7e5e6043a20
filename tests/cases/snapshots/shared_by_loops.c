// Loops that read the same elements one after the other, before these are overwritten.

// check: double layers(int n = 4, int steps = 2, double *x = {0.5, 0.75, 1.25, 1.5}, double *w = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8})
// value: 6.93764531398101
// expect: x = {1.08449748980715, 3.0524031113292, 8.80713583944774, 14.3174177971042}, w = {1.19497005866615,
//   2.66654587888627, 7.36107323895005, 10.5840247787937, 0.207231233910854, 0.68989762771442, 3.16318455340324,
//   5.45369335485002}
double layers(int n, int steps, double *x, double *w) {
  double sum = 0;
  for (int s = 0; s < steps; ++s) {
    double a = 0, b = 0;
    for (int i = 0; i < n; ++i)
      a += w[i] * x[i] * x[i];
    for (int i = 0; i < n; ++i)
      b += w[n + i] * x[i] * x[i] * x[i];
    sum += a * b;
    for (int i = 0; i < n; ++i)
      x[i] = 0.5 * x[i] + 0.01 * a * b;
  }
  return sum;
}

// One element is written between the two: they read different things.
// check: double between(int n = 4, int steps = 2, double *x = {0.5, 0.75, 1.25, 1.5}, double *w = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8})
// value: 9.70573254008491
// expect: x = {1.20398389699286, 5.33484341125316, 14.78477766521, 23.8738033249963}, w = {4.03169792875305,
//   7.08368187166367, 19.5472993832776, 28.1038231215733, 5.69524177081671, 0.754439526898244, 3.26780782288548,
//   5.62508065514009}
double between(int n, int steps, double *x, double *w) {
  double sum = 0;
  for (int s = 0; s < steps; ++s) {
    double a = 0, b = 0;
    for (int i = 0; i < n; ++i)
      a += w[i] * x[i] * x[i];
    x[s] = a;
    for (int i = 0; i < n; ++i)
      b += w[n + i] * x[i] * x[i] * x[i];
    sum += a * b;
    for (int i = 0; i < n; ++i)
      x[i] = 0.5 * x[i] + 0.01 * a * b;
  }
  return sum;
}
