// Adjoints that one iteration hands to the next, in forms that are computed ahead of time.
#include <math.h>

// check: double pendulum(int n = 9, double *p = {0.6, 0.7, 0.8, 0.9})
// value: 0.901051165956506
// expect: p = {1.4287661436906, 0.920292381300661, -0.235367999867224, -0.065129346280881}
double pendulum(int n, double *p) {
  double angle = p[0], speed = p[1], h = 0.05;
  for (int i = 0; i < n; ++i) {
    double force = -p[2] * angle - p[3] * speed * speed * speed;
    angle += h * speed;
    speed += h * force;
  }
  return angle * angle + 0.5 * speed;
}

// check: double three(int n = 7, double x = 0.3, double y = 0.4, double z = 0.5, double p = 1.1)
// value: 0.550656980645247
// expect: x = -0.0509870622803622, y = 1.31208058876961, z = 0.74823594304729, p = 0.0169111757729656
double three(int n, double x, double y, double z, double p) {
  for (int i = 0; i < n; ++i) {
    double dx = p * (y - x), dy = x * (1.5 - z) - y, dz = x * y - 0.7 * z;
    x += 0.1 * dx;
    y -= 0.1 * dy;
    z += 0.1 * dz;
  }
  return x * y + z;
}

// Divisions, functions and choices on the way.
// check: double mixed(int n = 8, double x = 0.7, double *c = {0.5, 0.9, 1.2, 0.4, 0.3, 1.1, 0.8, 0.6})
// value: 5.7556250215095
// expect: x = -0.128494858077137, c = {0.889626265871405, 1.16647911501707, 1.52839519160439, 0.75576052130761,
//   0.718733044051686, 1.49309476140012, 0.869689149881914, 1.52725748461144}
double mixed(int n, double x, double *c) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    x = x * c[i] / (1 + x * x) + (x > 0.35 ? exp(-x) : x * x * x);
    sum += c[i] * x;
  }
  return sum + x;
}

// Exact zeros, and factors that are not finite beside them, stay what they are.
// check: double zeros(int n = 4, double x = 0, double *c = {0, 1, 0, 2})
// value: 1
// expect: x = 0, c = {0, 0, 2, 0.5}
double zeros(int n, double x, double *c) {
  for (int i = 0; i < n; ++i)
    x = x * c[i] * c[i] + c[i] * 0.5;
  return x;
}
