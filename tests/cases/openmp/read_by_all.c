// Arrays that all threads read: each has adjoints of its own for them, which are added up when all are done.
// flags: -fopenmp

// Two halves of one array, read in every iteration.
// check: double paths(int n = 9, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25})
// value: 322.87672864615
// expect: x = {36.8390978061108, 28.0196860937778, 56.3884943749805, 345.257240437516, 344.54183178419,
//   91.0631645901618}
double paths(int n, double *x) {
  double sum = 0;
#pragma omp parallel for num_threads(3) reduction(+ : sum)
  for (int path = 0; path < n; ++path) {
    double price = 1 + 0.1 * path;
    for (int t = 0; t < 3; ++t)
      price *= 1 + 0.1 * x[t] + 0.05 * path * x[3 + t] * x[3 + t];
    sum += price * price;
  }
  return sum;
}

struct body {
  double position[2], velocity[2];
  double mass;
  int kind;
};

// Positions and masses are read by all, velocities are written: fields of one array.
// check: double bodies(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1, 3, 2.5, 0.125})
// value: 4.853745931391
// expect: x = {-0.299887420268589, -0.270914613525297, 1.6338101820821, -0.216895941019989, -0.147683458917846,
//   0.202293487660893, 1.04789076884318, -0.367960181702278, 0.477220182335585, 0.653477248586671}
double bodies(int n, double *x) {
  struct body all[8];
  double energy = 0;
  for (int i = 0; i < n; ++i) {
    all[i].position[0] = x[2 * i];
    all[i].position[1] = x[2 * i + 1];
    all[i].velocity[0] = all[i].velocity[1] = 0.5;
    all[i].mass = 0.5 * x[2 * i];
    all[i].kind = i % 2;
  }
  for (int step = 0; step < 2; ++step) {
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < n; ++i) {
      double force[2] = {0, 0};
      for (int j = 0; j < n; ++j) {
        double u = all[j].position[0] - all[i].position[0], v = all[j].position[1] - all[i].position[1];
        double scale = all[j].mass / (u * u + v * v + 1) * (all[j].kind ? 2 : 1);
        force[0] += scale * u;
        force[1] += scale * v;
      }
      all[i].velocity[0] += 0.25 * force[0];
      all[i].velocity[1] += 0.25 * force[1];
    }
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < n; ++i) {
      all[i].position[0] += 0.25 * all[i].velocity[0];
      all[i].position[1] += 0.25 * all[i].velocity[1];
    }
  }
  for (int i = 0; i < n; ++i)
    energy += all[i].velocity[0] * all[i].velocity[0] + all[i].velocity[1] * all[i].velocity[1];
  return energy;
}

// Every thread reads the whole second matrix, by columns, and rows of the first.
// check: double product(int n = 3, double *a = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1, 3, 2.5}, double *b = {1, 0.5, 2, 0.25, 1.5, 0.75, 3, 1.25, 0.125})
// value: 248.267578125
// expect: a = {18.6875, 13.609375, 34.3984375, 27.6875, 20.359375, 27.7890625, 44.875, 35.84375, 76.953125},
//   b = {31.1875, 31.375, 24.4375, 73.15625, 69.40625, 48.078125, 58.71875, 50, 29.375}
double product(int n, double *a, double *b) {
  double sum = 0;
#pragma omp parallel for num_threads(3) reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double c = 0;
      for (int k = 0; k < n; ++k)
        c += a[i * n + k] * b[k * n + j];
      sum += c * c;
    }
  return sum;
}

// A part of the columns: what lies between them is not read.
// check: double columns(int n = 3, double *a = {0.5, 0.75, 1.25}, double *b = {1, 0.5, 2, 0.25, 1.5, 0.75, 3, 1.25, 0.125, 4, 0.375, 0.0625})
// value: 50.1953125
// expect: a = {20.078125, 20.078125, 20.078125}, b = {5, 2.5, 0, 0, 7.5, 3.75, 0, 0, 0.625, 20, 0, 0}
double columns(int n, double *a, double *b) {
  double sum = 0;
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < 2; ++j)
        sum += a[i] * b[4 * k + j] * b[4 * k + j];
  return sum;
}

// Conditions on the way: the reads behind them are among those in front of them, or are not.
// check: double guarded(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2}, double *y = {1, 0.5, 2, 0.25, 1.5})
// value: 3457.71606445312
// expect: x = {866.71875, 866.71875, 1022.28515625, 2360.15625, 1364.53125}, y = {0, 995.625, 560.0390625,
//   388.916015625, 0}
double guarded(int n, double *x, double *y) {
  double sum = 0;
#pragma omp parallel for num_threads(3) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    double all = 0;
    for (int j = 0; j < n; ++j) {
      all += x[j] * (i + 1);
      if (j + 1 < n && x[j] > 0.6)
        all += x[j + 1] * x[j + 1] * y[n - 1 - j];
    }
    sum += all * all;
  }
  return sum;
}

// A few numbers, backwards, and in single precision.
// check: double few(int n = 6, float *x = {0.5, 0.75, 1.25, 1.5}, double *y = {1, 0.5, 2, 0.25, 1.5, 0.75})
// value: 16.14794921875
// expect: x = {24.505859375, 11.453125, 5.7265625, 3.396484375}, y = {3.91015625, 2.01953125, 7.69140625, 1.07421875,
//   5.80078125, 2.96484375}
double few(int n, float *x, double *y) {
#pragma omp parallel for num_threads(3)
  for (int i = 0; i < n; ++i) {
    double sum = x[0] * x[3];
    for (int k = 3; k >= 0; --k)
      sum = sum * 0.5 + x[k] * y[i];
    y[i] = sum;
  }
  double total = 0;
  for (int i = 0; i < n; ++i)
    total += y[i] * y[i];
  return total;
}

static double table_of_threads(double *table, double *y, int n) {
  double sum = 0;
#pragma omp parallel for num_threads(3) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    double inner = 0;
    for (int k = 0; k < 3; ++k)
      inner += table[k] * y[i];
    y[i] = inner;
    sum += inner * table[0];
  }
  return sum;
}

// The table is written at the same time, in the second call.
// check: double written(double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1})
// value: 9.27734375
// expect: x = {44.53125, 7.421875, 14.84375, 1.953125, 1.953125, 1.953125, 1.953125}
double written(double *x) {
  double first = table_of_threads(x, x + 3, 4);
  return first * table_of_threads(x, x + 2, 1);
}

// Nothing is read.
// check: double none(int n = 0, double *x = {0.5, 0.75}, double *y = {1.5})
// value: 2.25
// expect: x = {0, 0}, y = {3}
double none(int n, double *x, double *y) {
  double sum = y[0] * y[0];
#pragma omp parallel for num_threads(3) reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      sum += x[k] * x[k];
  return sum;
}
