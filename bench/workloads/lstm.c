/* bench: LSTM loss
   sizes: 30 200
   check: 4

   Two layers of 14 cells predict the next symbol of a sequence; the loss is the mean log-likelihood. */
#include "workload.h"

enum { LAYERS = 2, WIDTH = 14 };

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

static void cell(int width, const double *RESTRICT weight, const double *RESTRICT bias, double *RESTRICT hidden,
                 double *RESTRICT state, const double *RESTRICT in) {
  for (int i = 0; i < width; ++i) {
    double forget = sigmoid(in[i] * weight[i] + bias[i]);
    double ingate = sigmoid(hidden[i] * weight[width + i] + bias[width + i]);
    double outgate = sigmoid(in[i] * weight[2 * width + i] + bias[2 * width + i]);
    double change = tanh(hidden[i] * weight[3 * width + i] + bias[3 * width + i]);
    state[i] = state[i] * forget + ingate * change;
    hidden[i] = outgate * tanh(state[i]);
  }
}

static void predict(int layers, int width, const double *RESTRICT main_parameters, const double *RESTRICT extra,
                    double *RESTRICT state, const double *RESTRICT in, double *RESTRICT out, double *RESTRICT scratch) {
  for (int i = 0; i < width; ++i)
    scratch[i] = in[i] * extra[i];
  const double *x = scratch;
  for (int layer = 0; layer < layers; ++layer) {
    cell(width, &main_parameters[layer * 8 * width], &main_parameters[layer * 8 * width + 4 * width],
         &state[layer * 2 * width], &state[layer * 2 * width + width], x);
    x = &state[layer * 2 * width];
  }
  for (int i = 0; i < width; ++i)
    out[i] = x[i] * extra[width + i] + extra[2 * width + i];
}

static void lstm(int layers, int steps, int width, const double *RESTRICT main_parameters, const double *RESTRICT extra,
                 const double *RESTRICT start, const double *RESTRICT sequence, double *RESTRICT loss) {
  double *state = malloc(2 * layers * width * sizeof(double)), *out = malloc(width * sizeof(double));
  double *scratch = malloc(width * sizeof(double));
  for (int i = 0; i < 2 * layers * width; ++i)
    state[i] = start[i];
  double total = 0;
  for (int t = 0; t + 1 < steps; ++t) {
    predict(layers, width, main_parameters, extra, state, &sequence[t * width], out, scratch);
    double sum = 0;
    for (int i = 0; i < width; ++i)
      sum += exp(out[i]);
    double norm = log(sum + 2);
    for (int i = 0; i < width; ++i)
      total += sequence[(t + 1) * width + i] * (out[i] - norm);
  }
  *loss = -total / ((steps - 1) * width);
  free(scratch);
  free(out);
  free(state);
}

static int steps;
static double *main_parameters, *extra, *start, *sequence;

void setup(int size) {
  steps = size;
  main_parameters = input(LAYERS * 8 * WIDTH, -1, 1);
  extra = input(3 * WIDTH, -1, 1);
  start = input(2 * LAYERS * WIDTH, -1, 1);
  sequence = malloc((size_t)size * WIDTH * sizeof(double));
  for (int i = 0; i < size * WIDTH; ++i)
    sequence[i] = uniform(0, 1) < 0.2;
}

double primal(void) {
  double loss;
  lstm(LAYERS, steps, WIDTH, main_parameters, extra, start, sequence, &loss);
  return loss;
}

void gradient(void) {
  double loss = 0, seed = 1;
  __enzyme_autodiff((void *)lstm, enzyme_const, LAYERS, enzyme_const, steps, enzyme_const, WIDTH, enzyme_dup,
                    main_parameters, shadow(main_parameters), enzyme_dup, extra, shadow(extra), enzyme_dup, start,
                    shadow(start), enzyme_const, sequence, enzyme_dupnoneed, &loss, &seed);
}
