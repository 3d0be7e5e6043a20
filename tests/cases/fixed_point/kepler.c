// Newton's method for Kepler's equation: the derivative of the solution, from one pass at the end.
// check: double f(double mean = 1.2, double eccentricity = 0.6)
// expect: mean = 0.8863591446259844, eccentricity = 0.8658866168465394
#include <math.h>
#include <zymase/autodiff.h>

double f(double mean, double eccentricity) {
  double anomaly = mean, change;
  do {
    zymase_fixed_point(1e-12);
    change = (anomaly - eccentricity * sin(anomaly) - mean) / (1 - eccentricity * cos(anomaly));
    anomaly -= change;
  } while (fabs(change) > 1e-12);
  return anomaly;
}
