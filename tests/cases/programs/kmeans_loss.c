// k-means objective: every point takes the squared distance to its nearest centre.
#include <float.h>

double kmeans(const double *points, const double *centres, int n, int k, int d) {
    double loss = 0.0;
    for (int i = 0; i < n; ++i) {
        double best = DBL_MAX;
        for (int c = 0; c < k; ++c) {
            double dist = 0.0;
            for (int j = 0; j < d; ++j) {
                double diff = points[i * d + j] - centres[c * d + j];
                dist += diff * diff;
            }
            if (dist < best)
                best = dist;
        }
        loss += best * (1.0 + 0.1 * i);
    }
    return loss / n;
}
// check: double kmeans(double *points = {0.1, 0.3, 2.1, 1.7, -0.4, 0.2, 1.9, 2.4, 0.6, -0.5}, double *centres = {0.0,
//     0.0, 2.0, 2.0, 9.0, 9.0}, int n = 5, int k = 3, int d = 2)
// value: 0.305
// expect: points = {0.04, 0.12, 0.044000000000000046, -0.13200000000000003, -0.192, 0.096, -0.052000000000000046,
//     0.20799999999999996, 0.33599999999999997, -0.27999999999999997}, centres = {-0.18399999999999997,
//     0.063999999999999987, 0.0080000000000000054, -0.075999999999999929, 0, 0}
