// Arrays of the function that steps work on: each apart, exchanged in pairs or in a ring, the same twice, parts of one, and one
// that steps also find in memory.
#include <stdlib.h>
#include <string.h>
#include <zymase/autodiff.h>

enum { N = 5 };

// check: double apart(double *y = {0.3, 0.2, 0.5, 0.4, 0.1}, double a = 0.7, int steps = 7)
// value: 2.414818374288085
// expect: y = {0.69042420260855, 2.14045622432369, 5.79874995359416, 5.61132151546428, 1.3412311107573}, a = 0.136288990982615
// check: double apart(double *y = {0.3, 0.2, 0.5, 0.4, 0.1}, double a = 0.7, int steps = 0)
// value: 1.61
// expect: y = {0.6, 0.8, 3, 3.2, 1}, a = 0
double apart(double *start, double a, int steps) {
  double y[N], middle[N], sum = 0;
  memcpy(y, start, sizeof y);
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    for (int i = 0; i < N - 1; ++i)
      middle[i] = y[i] + 0.1 * a * y[i + 1];
    middle[N - 1] = y[N - 1] - 0.2 * y[0] * y[0];
    for (int i = 0; i < N - 1; ++i)
      y[i] += 0.1 * middle[i + 1] * middle[i];
    y[N - 1] -= 0.3 * middle[0] * middle[N - 1];
  }
  for (int i = 0; i < N; ++i)
    sum += (i + 1) * y[i] * y[i];
  return sum;
}

// check: double pairs(double *y = {0.3, 0.2, 0.5, 0.4, 0.1}, double a = 0.7, int n = 5, int steps = 6)
// value: 0.971133203396051
// expect: y = {0.832943587660567, 1.19030434046273, 1.85686464343379, 1.53748539671165, 0.489934948906397},
//   a = -0.433376422836679
double pairs(double *y, double a, int n, int steps) {
  double *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v), *next_u = malloc(n * sizeof *u), *next_v = malloc(n * sizeof *v);
  for (int i = 0; i < n; ++i)
    u[i] = y[i], v[i] = 0.5 * y[i], next_u[i] = 0.1, next_v[i] = 0.2;
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(2);
    for (int i = 1; i < n - 1; ++i) {
      next_u[i] = u[i] + 0.1 * (u[i - 1] * u[i + 1] - a * v[i]);
      next_v[i] = v[i] + 0.1 * u[i] * v[i - 1];
    }
    double *swap = u;
    u = next_u, next_u = swap;
    swap = v, v = next_v, next_v = swap;
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i] + 2 * v[i] * next_u[i];
  free(u), free(v), free(next_u), free(next_v);
  return sum;
}

// check: double ring(double *y = {0.3, 0.2, 0.5, 0.4, 0.1}, double a = 0.7, int n = 5, int steps = 7)
// value: 2.7939988297476033
// expect: y = {1.12286767973264, 1.81860719027185, 0.498999180030001, 1.32361767438481, 2.94956512731246}, a = -3.16589619458197
double ring(double *y, double a, int n, int steps) {
  double *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q), *r = malloc(n * sizeof *r);
  for (int i = 0; i < n; ++i)
    p[i] = y[i], q[i] = 0.9 * y[i], r[i] = 0.1;
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(2);
    for (int i = 0; i < n; ++i)
      r[i] = 2 * p[i] - q[i] - 0.1 * a * p[i] * p[i];
    double *last = r;
    r = q, q = p, p = last;
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (i + 1) * p[i] * q[i] + r[i];
  free(p), free(q), free(r);
  return sum;
}

// Both pointers lead to one array.
// check: double same(double *y = {0.3, 0.2, 0.5, 0.4, 0.1}, double a = 0.7, int n = 5, int steps = 5)
// value: 1.9481511737314925
// expect: y = {0.6966339893146, 1.22824238818219, 4.05376327721844, 4.1220334941879, 1.51554311776638}, a = 0.550836678612646
double same(double *y, double a, int n, int steps) {
  double *memory = malloc(n * sizeof *memory), *p = memory, *q = memory;
  memcpy(memory, y, n * sizeof *memory);
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(2);
    for (int i = 0; i < n - 1; ++i)
      q[i] = p[i] + 0.1 * a * p[i + 1] * p[i];
    double *swap = p;
    p = q, q = swap;
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (i + 1) * p[i] * p[i];
  free(memory);
  return sum;
}

// Two pointers into one array, which overlap.
// check: double parts(double *y = {0.3, 0.2, 0.5, 0.4, 0.1}, double a = 0.7, int n = 5, int steps = 5)
// value: 2.7938040207614687
// expect: y = {2.67224632921531, 1.20811061694169, 5.31, 5.71527634175776, 1.56673159266304}, a = 1.98138266371343
double parts(double *y, double a, int n, int steps) {
  double *memory = malloc((n + 3) * sizeof *memory), *p = memory, *q = memory + 3;
  for (int i = 0; i < n + 3; ++i)
    memory[i] = i < n ? y[i] : 0.1;
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(2);
    for (int i = 0; i < n; ++i)
      q[i] += 0.2 * a * p[i] * p[i];
  }
  double sum = 0;
  for (int i = 0; i < n + 3; ++i)
    sum += (i + 1) * memory[i] * memory[i];
  free(memory);
  return sum;
}

// What is written by its name is read by a pointer that lies in memory.
// check: double found(double *y = {0.3, 0.2, 0.5, 0.4, 0.1}, double a = 0.7, int *which = {0, 1, 1, 0, 1}, int steps = 5)
// value: 2.3924211875883303
// expect: y = {0.825894723125692, 1.89650146796439, 5.51052181961796, 5.50038810222943, 2.21746698515571}, a = 1.45627026367178
double found(double *y, double a, int *which, int steps) {
  double memory[N], sum = 0;
  const double *places[2] = {memory, memory};
  memcpy(memory, y, sizeof memory);
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(2);
    for (int i = 0; i < N - 1; ++i)
      memory[i] += 0.2 * a * places[which[t]][i + 1] * memory[i];
  }
  for (int i = 0; i < N; ++i)
    sum += (i + 1) * memory[i] * memory[i];
  return sum;
}
