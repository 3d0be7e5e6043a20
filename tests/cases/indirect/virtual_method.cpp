// Virtual calls through base pointers; objects hold active data.
#include <cmath>
struct Activation {
    virtual ~Activation() {}
    virtual double operator()(double x) const = 0;
};
struct Leaky : Activation {
    double slope;
    explicit Leaky(double s) : slope(s) {}
    double operator()(double x) const override { return x > 0 ? x : slope * x; }
};
struct Swish : Activation {
    double beta;
    explicit Swish(double b) : beta(b) {}
    double operator()(double x) const override { return x / (1.0 + std::exp(-beta * x)); }
};
static double layer(const Activation &f, const double *x, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += f(x[i]) * (i + 1);
    return s;
}
double model(double *x, int n, double slope, double beta, int kind) {
    Leaky a(slope);
    Swish b(beta);
    const Activation &first = kind ? static_cast<const Activation &>(a) : static_cast<const Activation &>(b);
    return layer(first, x, n) * layer(b, x, n - 1);
}
// check: double model(double *x = {0.5, -1.0, 2.0, -0.3}, int n = 4, double slope = 0.1, double beta = 1.5, int kind = 1)
// value: 35.165331328781221
// expect: x = {10.897450719899521, 0.62764086544450992, 37.24399931425, 2.2760732251638336}, slope = -18.208585801310665,
//     beta = 5.5303989985957607
// check: double model(double *x = {0.5, -1.0, 2.0, -0.3}, int n = 4, double slope = 0.1, double beta = 1.5, int kind = 0)
// value: 29.71954244581072
// expect: x = {9.1954054341316436, -0.90129721303743249, 35.623875154639521, 6.4269305332401991}, slope = 0, beta = 10.253057458525866
