// Regions whose threads run at the same time in derivatives, too: reads that several threads share, or do not.
// flags: -fopenmp
#include <math.h>
#include <stdlib.h>

// Neighbours read the same elements: every other share of the reverse loop comes first.
// check: double neighbours(int n = 12, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1, 3, 2.5, 0.125, 1.75, 0.875}, double *y = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0} seed {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
// value: 300.02783203125
// expect: x = {2.90625, 9.90625, 32.09375, 46.0625, 56.9375, 27.5625, 66.125, 167.078125, 138.4375, 24.078125,
//   23.87109375, 3.4453125}, y = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
double neighbours(int n, double *x, double *y) {
  double sum = 0;
#pragma omp parallel for num_threads(3)
  for (int i = 1; i < n - 1; ++i)
    y[i] = x[i - 1] * x[i] + x[i + 1] * x[i + 1];
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i];
  return sum;
}

// The same with iterations that are dealt one by one: neighbours are always those of other threads.
// check: double dealt(int n = 12, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1, 3, 2.5, 0.125, 1.75, 0.875}, double *y = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0} seed {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
// value: 245.1328125
// expect: x = {2.390625, 11.359375, 23.203125, 46, 39.140625, 39.0625, 77.609375, 112.828125, 122.765625, 30.3125,
//   30.171875, 5.90625}, y = {1.9375, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.984375}
double dealt(int n, double *x, double *y) {
  double sum = 0;
#pragma omp parallel for num_threads(3) schedule(static, 1)
  for (int i = 1; i < n - 1; ++i)
    y[i] = x[i - 1] * x[i] + x[i + 1] * x[i + 1];
#pragma omp parallel for num_threads(3) schedule(dynamic, 1) reduction(+ : sum)
  for (int i = 1; i < n; ++i)
    sum += y[i] * y[i - 1];
  return sum;
}

static double scaled(double *a, double *b, double *c, int n) {
  double sum = 0;
#pragma omp parallel for num_threads(4) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    c[i] = a[i] * b[i] * 2;
    sum += c[i] * a[i];
  }
  return sum;
}

// Arguments that lead to the same memory: different threads add to the same adjoints.
// check: double overlapping(int n = 8, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1, 3, 2.5}, double *y = {0, 0, 0, 0, 0, 0, 0, 0} seed {0, 0, 0, 0, 0, 0, 0, 0})
// value: 152.375
// expect: x = {3, 7.625, 18, 28.625, 30.5, 9.375, 18.125, 86, 18}, y = {0, 0, 0, 0, 0, 0, 0, 0}
double overlapping(int n, double *x, double *y) { return scaled(x, x + 1, y, n) + scaled(x, x, y, n); }

struct fields {
  double *from, *to;
  double scale;
  int count;
};

// What a struct holds is passed, not the struct.
// check: double of_struct(int n = 7, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1})
// value: 4.666259765625
// expect: x = {18.7587890625, 6.5380859375, 1.46484375, 2.53125, 6, 0.01171875, 0.75}
double of_struct(int n, double *x) {
  struct fields f = {x, malloc(n * sizeof(double)), x[0], n};
  double sum = 0;
#pragma omp parallel for num_threads(3)
  for (int i = 0; i < f.count; ++i)
    f.to[i] = f.scale * f.from[i] * f.from[i];
  f.scale = x[1];
#pragma omp parallel for num_threads(3) reduction(+ : sum)
  for (int i = 0; i < f.count; ++i)
    sum += f.scale * f.to[i] * f.to[i];
  free(f.to);
  return sum;
}

// All threads run the first loop as a whole, and share the second one.
// check: double replicated_loop(int n = 6, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25})
// value: 54.296875
// expect: x = {14.9375, 18.0625, 24.3125, 27.4375, 33.6875, 11.8125}
double replicated_loop(int n, double *x) {
  double sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    double norm = 0;
    for (int i = 0; i < n; ++i)
      norm += x[i] * x[i];
#pragma omp for
    for (int i = 0; i < n; ++i)
      sum += x[i] * norm;
  }
  return sum;
}

// More threads than iterations, one iteration, and none.
// check: double few(int n = 2, double *x = {0.5, 0.75})
// value: 2.091796875
// expect: x = {10.91015625, 4.1484375}
double few(int n, double *x) {
  double sum = 0, product = 1;
  for (int most = 0; most <= n; ++most) {
#pragma omp parallel for num_threads(8) reduction(+ : sum)
    for (int i = 0; i < most; ++i)
      sum += x[i] * x[i] * x[0];
#pragma omp parallel for num_threads(8) reduction(* : product)
    for (int i = most - 1; i >= 0; --i)
      product *= x[i] + 1;
  }
  return sum * product;
}

// Gathers and scatters.
// check: double edges(int n = 6, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25})
// value: 34.869140625
// expect: x = {-2.015625, 2.703125, 127, -37, 45, -99}
double edges(int n, double *x) {
  int first[12], second[12];
  double *flow = malloc(n * sizeof(double)), sum = 0;
  for (int i = 0; i < n; ++i)
    flow[i] = 0;
  for (int e = 0; e < 12; ++e) {
    first[e] = e * 5 % n;
    second[e] = (e * 7 + 1) % n;
  }
#pragma omp parallel for num_threads(3)
  for (int e = 0; e < 12; ++e) {
    double d = x[first[e]] - x[second[e]];
#pragma omp atomic
    flow[first[e]] += d * d * d;
#pragma omp atomic
    flow[second[e]] -= d * x[first[e]];
  }
  for (int i = 0; i < n; ++i)
    sum += flow[i] * flow[i];
  free(flow);
  return sum;
}

// Every thread comes to the critical section once.
// check: double in_turns(int n = 7, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1})
// value: 172.824859619141
// expect: x = {138.259887695312, 165.911865234375, 168.609619140625, 159.530639648438, 138.259887695312,
//   81.329345703125, 172.824859619141}
double in_turns(int n, double *x) {
  double total = 1;
#pragma omp parallel num_threads(3)
  {
    double part = 1;
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      part *= 1 + x[i] * x[i];
#pragma omp critical
    total *= part;
  }
  return total;
}

static double rate = 2;

// A variable of the program that changes.
// check: double changing_global(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 6.46875
// expect: x = {0.75, 9.75, 1.875, 2.25, 3}
double changing_global(int n, double *x) {
  double sum = 0;
  rate = x[1];
#pragma omp parallel for num_threads(3) reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += rate * x[i] * x[i];
  rate = 2;
  return sum;
}

// Steps in time, with barriers between them and a swap that one thread does.
// check: double steps(int n = 9, double *x = {0.5, 0.75, 1.25, 1.5, 2, 0.25, 1, 3, 0.125})
// value: 36.0947113734601
// expect: x = {4.07349869907615, 4.63029470956209, 10.4235399292313, 15.3694292553591, 17.5318596231595,
//   11.8161596892317, 12.8339230624569, 13.5957741630619, 7.06504419612675}
double steps(int n, double *x) {
  double *u = malloc(n * sizeof(double)), *v = malloc(n * sizeof(double)), sum = 0;
  for (int i = 0; i < n; ++i)
    u[i] = v[i] = x[i];
#pragma omp parallel num_threads(3)
  for (int t = 0; t < 4; ++t) {
#pragma omp for
    for (int i = 1; i < n - 1; ++i)
      v[i] = u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]) + 0.1 * u[i] * u[i];
#pragma omp single
    {
      double *w = u;
      u = v;
      v = w;
    }
  }
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  free(u);
  free(v);
  return sum;
}
