// Adjoints that one iteration hands to the next, in forms that are computed ahead of time.
#include <math.h>

// check: double pendulum(int n = 9, double *p = {0.6, 0.7, 0.8, 0.9})
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
double zeros(int n, double x, double *c) {
  for (int i = 0; i < n; ++i)
    x = x * c[i] * c[i] + c[i] * 0.5;
  return x;
}
