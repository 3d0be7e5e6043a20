// Paths of a price, each with random numbers of its own.
#include "driver.h"
enum { PATHS = 3000, STEPS = 50 };
struct option { double price, strike, rate, volatility, years; };
static double value;

__attribute__((noinline)) double simulate(const struct option *o, int paths, int steps) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int p = 0; p < paths; ++p) {
    unsigned state = 12345u + 7919u * p;
    double price = o->price;
    for (int s = 0; s < steps; ++s) {
      double dt = o->years / steps, z = noise(&state) + noise(&state) + noise(&state) + noise(&state) - 2;
      price *= 1 + o->rate * dt + o->volatility * sqrt(dt) * z * 1.7320508;
    }
    sum += price > o->strike ? price - o->strike : 0;
  }
  return exp(-o->rate * o->years) * sum / paths;
}

static void prepare(void) {}
static void kernel(void) { value = simulate(&(struct option){100, 105, 0.03, 0.2, 1}, PATHS, STEPS); }
static double checksum(void) { return value; }
