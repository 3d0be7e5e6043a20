// A two-layer classifier with a stable softmax and cross entropy over a mini-batch.
#include <math.h>

#define IN 3
#define HID 2
#define OUT 3

static double sample_loss(const double *w1, const double *w2, const double *x, int label) {
    double h[HID], o[OUT], top = -1e300, sum = 0.0;
    for (int i = 0; i < HID; ++i) {
        double s = 0.0;
        for (int j = 0; j < IN; ++j)
            s += w1[i * IN + j] * x[j];
        h[i] = tanh(s);
    }
    for (int i = 0; i < OUT; ++i) {
        o[i] = 0.0;
        for (int j = 0; j < HID; ++j)
            o[i] += w2[i * HID + j] * h[j];
        if (o[i] > top)
            top = o[i];
    }
    for (int i = 0; i < OUT; ++i)
        sum += exp(o[i] - top);
    return top + log(sum) - o[label];
}

double batch_loss(const double *w1, const double *w2, const double *x, const int *labels, int n, double decay) {
    double loss = 0.0, norm = 0.0;
    for (int i = 0; i < n; ++i)
        loss += sample_loss(w1, w2, x + i * IN, labels[i]);
    for (int i = 0; i < IN * HID; ++i)
        norm += w1[i] * w1[i];
    return loss / n + decay * norm;
}
// check: double batch_loss(double *w1 = {0.3, -0.5, 0.8, 0.1, 0.6, -0.4}, double *w2 = {0.7, -0.2, 0.5, 0.9, -0.6,
//     0.3}, inactive double *x = {1.0, 0.5, -0.3, 0.2, -1.1, 0.7, 0.9, 0.4, 1.3, -0.8, 0.6, 0.1}, int *labels = {0,
//     2, 1, 2}, int n = 4, double decay = 0.05)
// value: 1.3905194181027771
// expect: w1 = {-0.2006505239147014, -0.13435521405113615, 0.18479327931733427, -0.027404930855180629,
//     0.091507183453604979, -0.28952675239222175}, w2 = {0.23875249853816197, -0.21404878799538116,
//     -0.13679406669527916, 0.054927262019061653, -0.10195843184288281, 0.15912152597631948}, decay = 1.51
