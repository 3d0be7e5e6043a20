// One-dimensional convolution with stride, bias and ReLU, max pooling and a dense layer on top.
#include <math.h>

double convnet(const double *x, const double *kernel, const double *dense, int n, double bias) {
    double conv[8], pooled[4];
    int m = n - 2;
    for (int i = 0; i < m; ++i) {
        double s = bias;
        for (int k = 0; k < 3; ++k)
            s += kernel[k] * x[i + k];
        conv[i] = s > 0.0 ? s : 0.01 * s;
    }
    int p = m / 2;
    for (int i = 0; i < p; ++i)
        pooled[i] = fmax(conv[2 * i], conv[2 * i + 1]);
    double y = 0.0;
    for (int i = 0; i < p; ++i)
        y += dense[i] * pooled[i];
    return 1.0 / (1.0 + exp(-y));
}
// check: double convnet(double *x = {0.5, -1.0, 2.0, 0.3, 1.7, -0.6, 0.9, 1.2}, double *kernel = {0.4, -0.7, 0.9},
//     double *dense = {0.5, -1.2, 0.8}, int n = 8, double bias = 0.1)
// value: 0.58516184236014535
// expect: x = {0.048549492121165154, -0.084961611212039, -0.0072824238181747715, 0.20390786690889359,
//     -0.18448807006042756, -0.13593857793926242, 0.17477817163619455, 0}, kernel = {-0.19177049387860232,
//     -0.32528159721180649, -0.077679187393864188}, dense = {0.67969288969631214, 0.5388993625449332,
//     0.48792239581770974}, bias = 0.024274746060582598
