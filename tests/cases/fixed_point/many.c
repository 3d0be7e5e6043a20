// Many equations one after the other, each with a different number of passes; the memory of one is that of the next. Where nothing but
// a sum goes from one to the next, all of it runs forwards and backwards at once.
// check: double f(double *mean = {0.1, 1.2, 2.9, -0.7}, double *eccentricity = {0.1, 0.6, 0.3, 0.9}, int n = 4)
// expect: mean = {-3.0426502224293119, 1.0444562180025601, 6.2780576569492066, 0.30987988701621744},
//   eccentricity = {-0.33730033943692717, 1.0203320702830778, 1.1615397345907823, -0.30975111751963247}
// check: double g(double *p = {0.4, 0.3, 0.5, 0.2, 0.1, 0.6}, int n = 3)
// expect: p = {0.53722562617096159, 0.059916215196016816, 1.0466853130271325, 0.19970618068567234, 1.4919345055442323, 0.013947208591804284}
#include <math.h>
#include <zymase/autodiff.h>

static double solve(double mean, double eccentricity) {
  double anomaly = mean + eccentricity * sin(mean), change;
  do {
    zymase_fixed_point(1e-12);
    change = (anomaly - eccentricity * sin(anomaly) - mean) / (1 - eccentricity * cos(anomaly));
    anomaly -= change;
  } while (fabs(change) > 1e-12);
  return anomaly;
}

double f(double *mean, double *eccentricity, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (i + 1) * sin(solve(mean[i], eccentricity[i]));
  return sum * sum;
}

/* The start of each is the solution of the one before, which must not matter. */
double g(double *p, int n) {
  double x[2] = {0, 0}, sum = 0;
  for (int i = 0; i < n; ++i) {
    double change;
    do {
      zymase_fixed_point(1e-14);
      double first = p[2 * i] * cos(x[1]), second = p[2 * i + 1] * sin(first) + 0.5;
      change = fabs(first - x[0]) + fabs(second - x[1]);
      x[0] = first, x[1] = second;
    } while (change > 1e-14);
    sum += x[0] * x[1] * (i + 1);
  }
  return sum;
}
