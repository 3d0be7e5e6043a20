// Log-likelihood of a Gaussian mixture with diagonal covariances, by log-sum-exp.
#include <math.h>

static double logsumexp(const double *v, int n) {
    double m = v[0];
    for (int i = 1; i < n; ++i)
        if (v[i] > m)
            m = v[i];
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += exp(v[i] - m);
    return m + log(s);
}

double gmm(const double *alpha, const double *mu, const double *logsd, const double *data, int k, int d, int n) {
    double total = 0.0, terms[4];
    for (int i = 0; i < n; ++i) {
        for (int c = 0; c < k; ++c) {
            double t = alpha[c];
            for (int j = 0; j < d; ++j) {
                double z = (data[i * d + j] - mu[c * d + j]) * exp(-logsd[c * d + j]);
                t -= 0.5 * z * z + logsd[c * d + j];
            }
            terms[c] = t;
        }
        total += logsumexp(terms, k);
    }
    return total - n * logsumexp(alpha, k);
}
// check: double gmm(double *alpha = {0.2, -0.4}, double *mu = {0.0, 1.0, 2.0, -1.0}, double *logsd = {0.1, -0.2,
//     0.3, 0.05}, inactive double *data = {0.5, 0.7, 1.8, -0.6, -0.3, 1.4, 2.2, 0.1}, int k = 2, int d = 2, int n = 4)
// value: -3.9168953725052686
// expect: alpha = {-0.26436366734604505, 0.26436366734604505}, mu = {0.79510901349014251, -0.45647217639733922,
//     -0.073883891089727871, 1.1486543071480697}, logsd = {-0.67968561442810538, -1.2084751102423255,
//     -1.5554097081205418, -0.571528746877669}
