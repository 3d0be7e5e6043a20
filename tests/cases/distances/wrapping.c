// Indices that wrap around: at the end, at the beginning, at both, in the middle, never, and several times.

// check: double ring(double *y = {0.3, -0.2, 0.5, 0.4, 0.1, -0.6, 0.8, 0.7}, double k = 0.7)
// value: 9.47918453583183
// expect: y = {5.01090306714463, 2.00498696108073, 2.04354887714857, 2.79597642117886, -0.829206177034537, -7.78326990574387,
//   1.45764050388003, 6.84312970696455}, k = 0.21939946049609
enum { N = 8 };

double ring(double *y, double k) {
  double z[N], middle[N], sum = 0;
  for (int i = 0; i < N; ++i)
    z[i] = y[i];
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < N; ++i)
      middle[i] = z[i] + 0.1 * k * z[(i + 1) % N] * z[(i + N - 1) % N];
    double first = 0;
    for (int i = 0; i < N; ++i)
      z[i] += 0.2 * (middle[(i + 1) & (N - 1)] - middle[i] * middle[i]) + first;
  }
  for (int i = 0; i < N; ++i)
    sum += (i + 1) * z[i] * z[i];
  return sum;
}

// The element that an iteration wraps around to was changed by the first one.
// check: double in_place(double *y = {0.3, -0.2, 0.5, 0.4, 0.1, -0.6, 0.8, 0.7})
// value: 9.707070603209525
// expect: y = {2.26260355005392, 4.48936874356048, 3.79412856955162, 6.49717818028082, 5.36341232305512, 10.4685767164839,
//   4.43565859380199, 9.38094454212585}
double in_place(double *y) {
  for (int t = 0; t < 2; ++t)
    for (unsigned i = 0; i < N; ++i)
      y[(i + 1) % N] += 0.3 * y[i] * y[(i + 7) % N];
  double sum = 0;
  for (int i = 0; i < N; ++i)
    sum += (i + 1) * y[i];
  return sum;
}

// check: double middle(double *y = {0.3, -0.2, 0.5, 0.4, 0.1, -0.6, 0.8, 0.7})
// value: 1.41
// expect: y = {-3.2, 5.8, 3.8, 3.5, 3.1, 3.3, 0.2, 4.5}
double middle(double *y) {
  double sum = 0;
  for (unsigned i = 0; i < N; ++i)
    sum += y[(i + 3) % N] * y[i] * (i + 1);
  return sum;
}

// check: double part(double *y = {0.3, -0.2, 0.5, 0.4, 0.1, -0.6, 0.8, 0.7})
// value: -2.68
// expect: y = {-0.2, 1.3, 0.8, 1.9, -1.4, 5.3, -3.6, 0}
double part(double *y) {
  double sum = 0;
  for (unsigned i = 0; i < N - 2; ++i)
    sum += y[(i + 1) % N] * y[i] * (i + 1);
  return sum;
}

// check: double twice(double *y = {0.3, -0.2, 0.5, 0.4, 0.1, -0.6, 0.8, 0.7})
// value: 8.32
// expect: y = {14.8, 9, 3.2, 8.6, -4.4, 17.8, 3.4, 24.8}
double twice(double *y) {
  double sum = 0;
  for (unsigned i = 0; i < 2 * N; ++i)
    sum += y[(i + 1) % N] * y[i % N] * (i + 1);
  return sum;
}

// check: double four(double *y = {0.3, -0.2, 0.5, 0.4})
// value: 0.036
// expect: y = {0.52, 1.02, 0.12, 0.24}
double four(double *y) {
  double sum = 0;
#pragma clang loop unroll(disable)
  for (unsigned long i = 0; i < 4; ++i)
    sum += y[(i + 1) % 4] * y[i] * y[(i + 3) % 4] * (i + 1);
  return sum;
}

// check: double plane(double *u = ramp(16, 0.1, 1.6))
// value: 166.9639936702669
// expect: u = {6.3317579552128, 8.48891517248, 10.9653790272384, 11.620131341952, 4.461755423936, 5.2359730855168,
//   7.248384554432, 9.4722678402304, 17.4163461492096, 17.47492889408, 21.2085137150848, 25.71887340608, 27.036876850368,
//   30.3659054761216, 35.484637294016, 45.4407365522688}
double plane(double *u) {
  double v[16], w[16], sum = 0;
  for (int i = 0; i < 16; ++i)
    v[i] = u[i];
  for (int s = 0; s < 2; ++s) {
#pragma clang loop unroll(disable)
    for (int i = 0; i < 4; ++i)
#pragma clang loop unroll(disable)
      for (int j = 0; j < 4; ++j)
        w[4 * i + j] = v[4 * i + j] + 0.1 * (v[4 * ((i + 1) % 4) + j] * v[4 * i + (j + 1) % 4] -
                                             v[4 * ((i + 3) % 4) + j] * v[4 * i + (j + 3) % 4]);
    for (int i = 0; i < 16; ++i)
      v[i] = w[i];
  }
  for (int i = 0; i < 16; ++i)
    sum += (i + 1) * v[i] * v[i];
  return sum;
}

// check: double some(double *y = {0.3, -0.2, 0.5, 0.4, 0.1, -0.6, 0.8, 0.7})
// value: 0.693
// expect: y = {0.37, 0.09, 0.4, 0.33, 0.16, 0, 1.12, 1.06}
double some(double *y) {
  double sum = 0;
  for (unsigned i = 0; i < N; ++i)
    if (y[i] > 0.2)
      sum += y[(i + 1) % N] * y[i] * y[i];
  return sum;
}
