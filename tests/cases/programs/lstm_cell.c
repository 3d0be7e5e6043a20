// An LSTM cell run over a short sequence, hidden and cell state updated in place.
#include <math.h>

#define H 2

static double sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }

static void cell(const double *w, double x, double *h, double *c) {
    double gate[4 * H];
    for (int g = 0; g < 4 * H; ++g) {
        const double *row = w + g * (H + 2);
        double s = row[0] * x + row[1];
        for (int j = 0; j < H; ++j)
            s += row[2 + j] * h[j];
        gate[g] = s;
    }
    for (int j = 0; j < H; ++j) {
        double forget = sigmoid(gate[j] + 1.0), input = sigmoid(gate[H + j]);
        double output = sigmoid(gate[2 * H + j]), change = tanh(gate[3 * H + j]);
        c[j] = c[j] * forget + input * change;
        h[j] = output * tanh(c[j]);
    }
}

double lstm(const double *w, const double *x, int steps, const double *target) {
    double h[H] = {0.0, 0.1}, c[H] = {0.2, 0.0}, loss = 0.0;
    for (int t = 0; t < steps; ++t) {
        cell(w, x[t], h, c);
        for (int j = 0; j < H; ++j) {
            double e = h[j] - target[t * H + j];
            loss += e * e;
        }
    }
    return loss;
}
// check: double lstm(double *w = {0.5, 0.1, -0.3, 0.2, -0.4, 0.3, 0.6, 0.1, 0.2, -0.2, 0.4, -0.5, 0.7, 0.05, 0.1,
//     0.3, -0.6, 0.2, 0.25, -0.15, 0.8, -0.1, 0.35, 0.45, 0.9, 0.3, -0.7, 0.15, -0.25, 0.6, 0.55, -0.35}, double *x = {0.5,
//     -1.0, 0.8, 0.3}, int steps = 4, inactive double *target = {0.1, 0.2, -0.3, 0.4, 0.5, -0.2, 0.3, 0.1})
// value: 0.66760548460789237
// expect: w = {-0.045787428184611859, 0.055141539775036864, 0.0093135182480976134, 0.0068231184733592463,
//     0.044524804350657275, 0.090438747695452973, 0.0069397407772795209, 0.01637491652935201, 0.056326984374050169,
//     -0.067708116264154752, -0.01620498678216541, -0.012983643024876859, 0.0035404579736831917,
//     0.15669593287089681, 0.016631682770896838, 0.025337540594658356, -0.050420136148915405,
//     -0.047970181254823357, -0.0021971256426141146, -0.010019184981582644, 0.17811052049547396,
//     0.15264320313888335, 0.0063248757645628347, 0.03726963449869139, -0.11349410571629333, 0.14354196253912152,
//     0.01934478129551373, 0.013654571916361307, 0.33864057120984664, 0.66141458432240174, 0.03806718422895064,
//     0.10545823654737031}, x = {0.073513551084839257, 0.0891903798635611, -0.00092190448467869006,
//     0.04048956557102204}
