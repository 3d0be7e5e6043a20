/* The price of an option on an average, by random paths: parameters are rates and volatilities in time. */
#include "scaling.h"

const char *program_name = "monte_carlo";
enum { PATHS = 40000, TIMES = 50 };
int program_size(void) { return 2 * TIMES; }

static double uniform(unsigned long *state) {
  *state = *state * 6364136223846793005ul + 1442695040888963407ul;
  return ((*state >> 11) + 0.5) / 9007199254740992.0;
}

double program(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int path = 0; path < PATHS; path++) {
    unsigned long state = 88172645463325252ul + 1234567ul * path;
    double price = 1, average = 0;
    for (int t = 0; t < TIMES; t++) {
      double u = uniform(&state), v = uniform(&state);
      double normal = sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
      double rate = 0.02 * x[t], volatility = 0.1 * x[TIMES + t];
      price *= exp((rate - 0.5 * volatility * volatility) / TIMES + volatility * sqrt(1.0 / TIMES) * normal);
      average += price / TIMES;
    }
    sum += average > 1 ? average - 1 : 0;
  }
  (void)n;
  return sum / PATHS;
}
