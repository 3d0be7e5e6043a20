// example: the loss of one layer of a neural network, tanh(weights * input + bias), over a set of samples
// check: double loss(double *weights = {0.1, -0.2, 0.3, 0.4}, double *bias = {0.05, -0.1},
//   inactive double *inputs = {1, 2, -1, 0.5}, inactive double *targets = {0.5, -0.5, 0.2, 0.1},
//   int outputs = 2, int width = 2, int samples = 2)
// value: 1.1783382378521388
// expect: weights = {-0.3590832186375702, -1.571044900212395, 0.8156276398410711, 0.9167791176585277},
//   bias = {-1.0413859889873738, 0.24404671022217947}
// time: double loss(double *weights = ramp(512, -0.3, 0.3), double *bias = ramp(16, -0.1, 0.1),
//   inactive double *inputs = ramp(2048, -1, 1), inactive double *targets = ramp(1024, 0.5, -0.5),
//   int outputs = 16, int width = 32, int samples = 64)

#include <math.h>

double loss(const double *weights, const double *bias, const double *inputs, const double *targets, int outputs,
            int width, int samples) {
  double sum = 0;
  for (int s = 0; s < samples; ++s)
    for (int o = 0; o < outputs; ++o) {
      double activation = bias[o];
      for (int i = 0; i < width; ++i)
        activation += weights[o * width + i] * inputs[s * width + i];
      double error = tanh(activation) - targets[s * outputs + o];
      sum += 0.5 * error * error;
    }
  return sum;
}
