#include <math.h>
#include <zymase/autodiff.h>

struct Material {
  double stiffness;
  float damping[2];
  int kind;
};

static double energy(double x, const double *w, int n, struct Material m, struct Material *result) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += sin(w[i]) * x * m.stiffness + m.damping[1];
  result->stiffness = sum * x;
  return sum * sum;
}

void product(const double *a, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int j = 0; j < n; ++j)
      y[i] += a[i * n + j] * x[j];
  }
}

/* The derivative of this one is told to be something else. */
double forgetful(double x, double y) { return x * y + __enzyme_ignore_derivatives(x * x); }

/* Not differentiable, and seen at the point where it jumps. */
double with_pointer(double **rows) { return rows[0][0]; }

double unsupported(double x) {
  double y = x;
  __asm__ volatile("sqrtsd %0, %0\n\taddsd %0, %0" : "+x"(y));
  return y * x;
}

int main(void) { return 0; }
