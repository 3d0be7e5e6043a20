/* bench: Newton, Kepler's equation
   sizes: 20000
   check: 20

   Where the bodies of many orbits are: Kepler's equation for the eccentric anomaly by Newton's method until the step is tiny, a
   different number of steps for each; the loss is the squared distance to observed places. */
#include "workload.h"

enum { ELEMENTS = 3 };

static double eccentric_anomaly(double mean, double eccentricity) {
  double anomaly = mean + eccentricity * sin(mean), change;
  do {
    FIXED_POINT(1e-12);
    change = (anomaly - eccentricity * sin(anomaly) - mean) / (1 - eccentricity * cos(anomaly));
    anomaly -= change;
  } while (fabs(change) > 1e-12);
  return anomaly;
}

/* An orbit: semi-major axis, eccentricity, mean anomaly. */
static void place(const double *RESTRICT orbit, double *RESTRICT at) {
  double anomaly = eccentric_anomaly(orbit[2], orbit[1]);
  at[0] = orbit[0] * (cos(anomaly) - orbit[1]);
  at[1] = orbit[0] * sqrt(1 - orbit[1] * orbit[1]) * sin(anomaly);
}

static void distance(int n, const double *RESTRICT orbits, const double *RESTRICT observed, double *RESTRICT err) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double at[2];
    place(&orbits[ELEMENTS * i], at);
    for (int k = 0; k < 2; ++k)
      sum += (at[k] - observed[2 * i + k]) * (at[k] - observed[2 * i + k]);
  }
  *err = sum / n;
}

static int n;
static double *orbits, *observed;

void setup(int size) {
  n = size;
  orbits = input(ELEMENTS * (size_t)size, 0.05, 0.9);
  observed = malloc(2 * (size_t)size * sizeof(double));
  for (int i = 0; i < size; ++i) {
    orbits[ELEMENTS * i] += 1;
    orbits[ELEMENTS * i + 2] *= 3;
    observed[2 * i] = uniform(-1, 1);
    observed[2 * i + 1] = uniform(-1, 1);
  }
}

double primal(void) {
  double err;
  distance(n, orbits, observed, &err);
  return err;
}

void gradient(void) {
  double err = 0, seed = 1;
  __enzyme_autodiff((void *)distance, enzyme_const, n, enzyme_dup, orbits, shadow(orbits), enzyme_const, observed,
                    enzyme_dupnoneed, &err, &seed);
}

/* By hand: the derivative of the solution from the equation itself, whatever steps led to it. */
void hand(void) {
  double *dorbits = shadow(orbits);
  for (int i = 0; i < n; ++i) {
    const double *orbit = &orbits[ELEMENTS * i];
    double axis = orbit[0], eccentricity = orbit[1], anomaly = eccentric_anomaly(orbit[2], eccentricity);
    double cosine = cos(anomaly), sine = sin(anomaly), minor = sqrt(1 - eccentricity * eccentricity);
    double dx = 2 * (axis * (cosine - eccentricity) - observed[2 * i]) / n;
    double dy = 2 * (axis * minor * sine - observed[2 * i + 1]) / n;
    double dmean = axis * (dy * minor * cosine - dx * sine) / (1 - eccentricity * cosine);
    dorbits[ELEMENTS * i] += dx * (cosine - eccentricity) + dy * minor * sine;
    dorbits[ELEMENTS * i + 1] += dmean * sine - dx * axis - dy * axis * sine * eccentricity / minor;
    dorbits[ELEMENTS * i + 2] += dmean;
  }
}
