/* bench: Monte Carlo, Asian option
   sizes: 10000
   check: 50

   The price of an option on the mean of an asset along random paths, whose volatility depends on how far the asset fell; the
   random numbers come from a generator in the loop. Six parameters are active. */
#include "workload.h"

enum { STEPS = 16, SPOT = 0, STRIKE, RATE, VOLATILITY, SKEW, EXPIRY, PARAMETERS };

/* A shift register and a multiplication: 53 bits between 0 and 1, never 0. */
static double next_uniform(unsigned long long *RESTRICT state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return ((double)(*state * 2685821657736338717ull >> 11) + 0.5) * 0x1p-53;
}

static double next_normal(unsigned long long *RESTRICT state) {
  double radius = sqrt(-2 * log(next_uniform(state)));
  return radius * cos(6.283185307179586 * next_uniform(state));
}

static void price(int paths, int steps, const double *RESTRICT parameters, double *RESTRICT result) {
  unsigned long long state = 88172645463325252ull;
  double spot = parameters[SPOT], strike = parameters[STRIKE], rate = parameters[RATE];
  double h = parameters[EXPIRY] / steps, root = sqrt(h), sum = 0;
  for (int p = 0; p < paths; ++p) {
    double asset = spot, total = 0;
    for (int s = 0; s < steps; ++s) {
      double volatility = parameters[VOLATILITY] + parameters[SKEW] * (1 - asset / spot);
      asset *= exp((rate - 0.5 * volatility * volatility) * h + volatility * root * next_normal(&state));
      total += asset;
    }
    double gain = total / steps - strike;
    if (gain > 0)
      sum += gain;
  }
  *result = exp(-rate * parameters[EXPIRY]) * sum / paths;
}

static int paths;
static double *parameters;

void setup(int size) {
  const double centre[PARAMETERS] = {1, 0.95, 0.05, 0.3, 0.1, 1};
  paths = size;
  parameters = input(PARAMETERS, -0.01, 0.01);
  for (int i = 0; i < PARAMETERS; ++i)
    parameters[i] += centre[i];
}

double primal(void) {
  double result;
  price(paths, STEPS, parameters, &result);
  return result;
}

void gradient(void) {
  double result = 0, seed = 1;
  __enzyme_autodiff((void *)price, enzyme_const, paths, enzyme_const, STEPS, enzyme_dup, parameters, shadow(parameters),
                    enzyme_dupnoneed, &result, &seed);
}

/* By hand: each path is walked, kept, and walked back if it pays. */
void hand(void) {
  unsigned long long state = 88172645463325252ull;
  double spot = parameters[SPOT], rate = parameters[RATE], expiry = parameters[EXPIRY], h = expiry / STEPS, root = sqrt(h);
  double discount = exp(-rate * expiry) / paths, sum = 0, dh = 0, *d = shadow(parameters);
  for (int p = 0; p < paths; ++p) {
    double asset[STEPS + 1], volatility[STEPS], normal[STEPS], total = 0, dasset = 0;
    asset[0] = spot;
    for (int s = 0; s < STEPS; ++s) {
      volatility[s] = parameters[VOLATILITY] + parameters[SKEW] * (1 - asset[s] / spot);
      normal[s] = next_normal(&state);
      asset[s + 1] = asset[s] * exp((rate - 0.5 * volatility[s] * volatility[s]) * h + volatility[s] * root * normal[s]);
      total += asset[s + 1];
    }
    double gain = total / STEPS - parameters[STRIKE];
    if (gain <= 0)
      continue;
    sum += gain;
    d[STRIKE] -= discount;
    for (int s = STEPS - 1; s >= 0; --s) {
      dasset += discount / STEPS;
      double dexponent = dasset * asset[s + 1], dvolatility = dexponent * (root * normal[s] - volatility[s] * h);
      d[RATE] += dexponent * h;
      dh += dexponent * (rate - 0.5 * volatility[s] * volatility[s] + 0.5 * volatility[s] * normal[s] / root);
      d[VOLATILITY] += dvolatility;
      d[SKEW] += dvolatility * (1 - asset[s] / spot);
      d[SPOT] += dvolatility * parameters[SKEW] * asset[s] / (spot * spot);
      dasset = dasset * asset[s + 1] / asset[s] - dvolatility * parameters[SKEW] / spot;
    }
    d[SPOT] += dasset;
  }
  d[RATE] -= expiry * discount * sum;
  d[EXPIRY] += dh / STEPS - rate * discount * sum;
}
