// A natural cubic spline class.
// run:
#include <vector>
#include <algorithm>
class Spline {
    std::vector<double> xs, ys, m;

  public:
    Spline(std::vector<double> a, std::vector<double> b) : xs(std::move(a)), ys(std::move(b)), m(xs.size()) {
        size_t n = xs.size();
        std::vector<double> c(n), d(n);
        for (std::size_t i = 1; i + 1 < n; ++i) {
            double h0 = xs[i] - xs[i - 1], h1 = xs[i + 1] - xs[i];
            double r = 6 * ((ys[i + 1] - ys[i]) / h1 - (ys[i] - ys[i - 1]) / h0);
            double den = 2 * (h0 + h1) - h0 * c[i - 1];
            c[i] = h1 / den;
            d[i] = (r - h0 * d[i - 1]) / den;
        }
        for (std::size_t i = n - 1; i-- > 1;)
            m[i] = d[i] - c[i] * m[i + 1];
    }
    double operator()(double t) const {
        size_t i = std::upper_bound(xs.begin(), xs.end(), t) - xs.begin();
        i = std::min(std::max<size_t>(i, 1), xs.size() - 1);
        double h = xs[i] - xs[i - 1], a = (xs[i] - t) / h, b = (t - xs[i - 1]) / h;
        return a * ys[i - 1] + b * ys[i] + ((a * a * a - a) * m[i - 1] + (b * b * b - b) * m[i]) * h * h / 6;
    }
};
static double f(const double *x, int n) {
    std::vector<double> t, v;
    for (int i = 0; i < n; ++i) {
        t.push_back(i * 0.5);
        v.push_back(x[i]);
    }
    Spline s(t, v);
    return s(0.7) * s(1.3) + s(x[0]);
}
const double expected[] = {0.309139617959, 1.49846505796, 1.64158150531, 0.525889057959, -0.0476009534694};
#include "agree.h"
