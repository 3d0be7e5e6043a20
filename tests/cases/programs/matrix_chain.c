// A chain of matrix products with tanh between them, buffers exchanged at each layer.
#include <math.h>
#include <string.h>

static void gemm(const double *a, const double *b, double *c, int m, int k, int n) {
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            double s = 0.0;
            for (int p = 0; p < k; ++p)
                s += a[i * k + p] * b[p * n + j];
            c[i * n + j] = s;
        }
}

double chain(const double *x, const double *weights, int layers) {
    double a[4], b[4];
    memcpy(a, x, sizeof a);
    for (int l = 0; l < layers; ++l) {
        gemm(a, weights + 4 * l, b, 2, 2, 2);
        for (int i = 0; i < 4; ++i)
            a[i] = tanh(b[i]) + 0.1 * a[i];
    }
    return a[0] + 2.0 * a[1] - 3.0 * a[2] + a[3] * a[3];
}
// check: double chain(double *x = {0.3, -0.2, 0.5, 0.8}, double *weights = {0.9, -0.4, 0.3, 1.1, 0.5, 0.7, -0.6,
//     0.2, 1.2, -0.8, 0.4, 0.6}, int layers = 3)
// value: -0.48761438737404089
// expect: x = {0.63715065097180767, 1.0477479883042102, -2.5859404075408312, 1.4118440571850395}, weights = {-0.660158043117213,
//     0.97810678461887413, -1.6619690778100122, 1.1270596728288957, -2.8615190298337567, 0.099012911754988359,
//     -2.7446107888768561, -0.878624508391912, 0.32316363058600894, 0.63281021601682486, -1.6505726656411026,
//     0.54606257631102906}
