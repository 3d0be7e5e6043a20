/* bench: options over paths
   sizes: 2000
   check: 20

   The price of an option on the mean of an asset over random paths that are all kept in one array, by random numbers that are drawn
   before. Active are five parameters. */
#include "workload.h"

enum { STEPS = 64, SPOT = 0, STRIKE, RATE, VOLATILITY, EXPIRY, PARAMETERS };

static double price(int paths, int steps, const double *RESTRICT parameters, const double *RESTRICT normals,
                    double *RESTRICT assets) {
  double h = parameters[EXPIRY] / steps, drift = (parameters[RATE] - 0.5 * parameters[VOLATILITY] * parameters[VOLATILITY]) * h;
  double spread = parameters[VOLATILITY] * sqrt(h), sum = 0;
  for (int p = 0; p < paths; ++p) {
    assets[p * (steps + 1)] = parameters[SPOT];
    for (int s = 0; s < steps; ++s)
      assets[p * (steps + 1) + s + 1] = assets[p * (steps + 1) + s] * exp(drift + spread * normals[p * steps + s]);
  }
  for (int p = 0; p < paths; ++p) {
    double total = 0;
    for (int s = 1; s <= steps; ++s)
      total += assets[p * (steps + 1) + s];
    double gain = total / steps - parameters[STRIKE];
    sum += gain > 0 ? gain : 0;
  }
  return exp(-parameters[RATE] * parameters[EXPIRY]) * sum / paths;
}

static int paths;
static double *parameters, *normals, *assets, *dassets;

void setup(int size) {
  const double centre[PARAMETERS] = {1, 0.95, 0.05, 0.3, 1};
  paths = size;
  parameters = input(PARAMETERS, -0.01, 0.01);
  for (int i = 0; i < PARAMETERS; ++i)
    parameters[i] += centre[i];
  normals = malloc((size_t)size * STEPS * sizeof(double));
  for (int i = 0; i < size * STEPS; ++i)
    normals[i] = sqrt(-2 * log(uniform(1e-9, 1))) * cos(uniform(0, 6.283185307179586));
  assets = malloc((size_t)size * (STEPS + 1) * sizeof(double));
  dassets = calloc((size_t)size * (STEPS + 1), sizeof(double));
}

double primal(void) { return price(paths, STEPS, parameters, normals, assets); }

void gradient(void) {
  __enzyme_autodiff((void *)price, enzyme_const, paths, enzyme_const, STEPS, enzyme_dup, parameters, shadow(parameters),
                    enzyme_const, normals, enzyme_dup, assets, dassets);
}
