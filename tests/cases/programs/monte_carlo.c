// Monte-Carlo pricing with its own generator: the random numbers are integers, the paths are active.
#include <math.h>
#include <stdint.h>

static uint32_t next(uint32_t *state) { return *state = *state * 1664525u + 1013904223u; }

static double gaussian(uint32_t *state) {
    double u = ((next(state) >> 8) + 0.5) / 16777216.0, v = ((next(state) >> 8) + 0.5) / 16777216.0;
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

double asian_call(double spot, double vol, double drift, int paths, int steps) {
    uint32_t seed = 12345u;
    double total = 0.0, dt = 1.0 / steps;
    for (int p = 0; p < paths; ++p) {
        double s = spot, sum = 0.0;
        for (int t = 0; t < steps; ++t) {
            s *= exp((drift - 0.5 * vol * vol) * dt + vol * sqrt(dt) * gaussian(&seed));
            sum += s;
        }
        double payoff = sum / steps - 1.0;
        if (payoff > 0.0)
            total += payoff;
    }
    return exp(-drift) * total / paths;
}
// check: double asian_call(double spot = 1.05, double vol = 0.3, double drift = 0.04, int paths = 20, int steps = 6)
// value: 0.12392640552217309
// expect: spot = 0.75855144088457072, vol = 0.21965431212182565, drift = 0.3518746310443836
