#include <math.h>
#include <stdio.h>
#include <string.h>
#include <zymase/autodiff.h>

static double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sqrt(sum); /* line 10: no derivative at 0 */
}

static double root(double x) {
  double y = x + 1 - 1;
  return x + pow(y, 0.5); /* line 15 */
}

static double smooth(double x, double y) { return x * sin(y) + y; }

/* A rule that lies: half of the derivative. */
__attribute__((noinline)) static double square(double x) { return x * x; }
static double augmented_square(double x) { return x * x; }
static double reverse_square(double x, double seed) { return x * seed; }
void *__enzyme_register_gradient_square[3] = {(void *)square, (void *)augmented_square, (void *)reverse_square};
static double with_rule(double x, double y) { return square(x) * y; }

struct pair {
  double x, y;
};
ZYMASE_DECLARE_AUTODIFF(struct pair, pair);

int main(int count, char **words) {
  const char *what = count > 1 ? words[1] : "";
  double x[3] = {1, 2, 2}, dx[3] = {0, 0, 0};
  if (!strcmp(what, "norm"))
    x[0] = x[1] = x[2] = 0;
  if (!strcmp(what, "rule")) {
    struct pair lie = __enzyme_autodiff_pair((void *)with_rule, 3.0, 2.0); /* line 38 */
    printf("%g\n", lie.x);
  }
  struct pair slopes = __enzyme_autodiff_pair((void *)smooth, 2.0, 3.0);
  __enzyme_autodiff((void *)norm, enzyme_dup, x, dx, enzyme_const, 3);
  double tangent = __enzyme_fwddiff((void *)root, enzyme_dup, strcmp(what, "root") ? 4.0 : 0.0, 1.0);
  printf("fine %.4f %.4f %.4f\n", slopes.x, dx[1], tangent);
  return 0;
}
