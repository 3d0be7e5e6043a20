// Black-Scholes prices of a small book of calls and puts: the gradient is the usual set of Greeks.
#include <math.h>

struct option {
    int is_call;
    double strike, years, amount;
};

static double normal_cdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }

static double price(const struct option *o, double spot, double vol, double rate) {
    double root = vol * sqrt(o->years);
    double d1 = (log(spot / o->strike) + (rate + 0.5 * vol * vol) * o->years) / root, d2 = d1 - root;
    double discounted = o->strike * exp(-rate * o->years);
    if (o->is_call)
        return spot * normal_cdf(d1) - discounted * normal_cdf(d2);
    return discounted * normal_cdf(-d2) - spot * normal_cdf(-d1);
}

double book(double spot, double vol, double rate) {
    static const struct option options[] = {{1, 100.0, 0.5, 10.0}, {0, 95.0, 1.0, -4.0}, {1, 120.0, 2.0, 7.0}};
    double total = 0.0;
    for (int i = 0; i < 3; ++i)
        total += options[i].amount * price(&options[i], spot, vol, rate);
    return total;
}
// check: double book(double spot = 103.0, double vol = 0.23, double rate = 0.03)
// value: 138.54000254383868
// expect: spot = 10.647843803929463, vol = 538.9841481391162, rate = 933.07933812957845
