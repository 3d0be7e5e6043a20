/* bench: Levenberg-Marquardt fits
   sizes: 500
   check: 6

   Curves with three parameters are fitted to many sets of data; the model of each set, a decay, a peak or a rise, is called
   through a function pointer. Steps that do not improve the fit are taken back and damped more, until one improves it by very
   little. Active are data and first guesses. */
#include "workload.h"

enum { PARAMETERS = 3, POINTS = 32, MOST_ITERATIONS = 20 };

/* The model at t, and its slopes by the parameters. */
typedef double (*Model)(const double *RESTRICT p, double t, double *RESTRICT slopes);

static double decay(const double *RESTRICT p, double t, double *RESTRICT slopes) {
  double e = exp(-p[1] * t);
  slopes[0] = e;
  slopes[1] = -p[0] * t * e;
  slopes[2] = 1;
  return p[0] * e + p[2];
}

static double peak(const double *RESTRICT p, double t, double *RESTRICT slopes) {
  double z = (t - p[1]) / p[2], e = exp(-0.5 * z * z);
  slopes[0] = e;
  slopes[1] = p[0] * e * z / p[2];
  slopes[2] = p[0] * e * z * z / p[2];
  return p[0] * e;
}

static double rise(const double *RESTRICT p, double t, double *RESTRICT slopes) {
  double s = 1 / (1 + exp(-p[1] * (t - p[2])));
  slopes[0] = s;
  slopes[1] = p[0] * s * (1 - s) * (t - p[2]);
  slopes[2] = -p[0] * s * (1 - s) * p[1];
  return p[0] * s;
}

static const Model MODELS[] = {decay, peak, rise};

/* The sum of squares at p, the normal matrix and its right side. */
static double normal_equations(Model model, const double *RESTRICT times, const double *RESTRICT data, const double *RESTRICT p,
                               double matrix[RESTRICT PARAMETERS][PARAMETERS], double *RESTRICT right) {
  double slopes[PARAMETERS], sum = 0;
  memset(matrix, 0, sizeof(double[PARAMETERS][PARAMETERS]));
  memset(right, 0, sizeof(double[PARAMETERS]));
  for (int t = 0; t < POINTS; ++t) {
    double residual = data[t] - model(p, times[t], slopes);
    sum += residual * residual;
    for (int i = 0; i < PARAMETERS; ++i) {
      right[i] += slopes[i] * residual;
      for (int j = 0; j < PARAMETERS; ++j)
        matrix[i][j] += slopes[i] * slopes[j];
    }
  }
  return sum;
}

static void eliminate(double matrix[RESTRICT PARAMETERS][PARAMETERS], double *RESTRICT x) {
  for (int k = 0; k < PARAMETERS; ++k)
    for (int i = k + 1; i < PARAMETERS; ++i) {
      double factor = matrix[i][k] / matrix[k][k];
      for (int j = k; j < PARAMETERS; ++j)
        matrix[i][j] -= factor * matrix[k][j];
      x[i] -= factor * x[k];
    }
  for (int i = PARAMETERS - 1; i >= 0; --i) {
    for (int j = i + 1; j < PARAMETERS; ++j)
      x[i] -= matrix[i][j] * x[j];
    x[i] /= matrix[i][i];
  }
}

static double fit(Model model, const double *RESTRICT times, const double *RESTRICT data, double *RESTRICT p) {
  double matrix[PARAMETERS][PARAMETERS], right[PARAMETERS], damping = 0.01;
  double best = normal_equations(model, times, data, p, matrix, right);
  int converged = 0;
  for (int iteration = 0; iteration < MOST_ITERATIONS && !converged; ++iteration) {
    double damped[PARAMETERS][PARAMETERS], trial[PARAMETERS], trial_matrix[PARAMETERS][PARAMETERS], trial_right[PARAMETERS];
    memcpy(damped, matrix, sizeof matrix);
    memcpy(trial, right, sizeof right);
    for (int i = 0; i < PARAMETERS; ++i)
      damped[i][i] *= 1 + damping;
    eliminate(damped, trial);
    for (int i = 0; i < PARAMETERS; ++i)
      trial[i] += p[i];
    double sum = normal_equations(model, times, data, trial, trial_matrix, trial_right);
    if (sum < best) {
      converged = best - sum < 1e-6 * best;
      best = sum;
      memcpy(p, trial, sizeof trial);
      memcpy(matrix, trial_matrix, sizeof matrix);
      memcpy(right, trial_right, sizeof right);
      damping *= 0.3;
    } else
      damping *= 5;
  }
  return best;
}

static void fit_all(int sets, const double *RESTRICT times, const double *RESTRICT data, const double *RESTRICT guesses,
                    double *RESTRICT result) {
  double sum = 0;
  for (int s = 0; s < sets; ++s) {
    double p[PARAMETERS];
    memcpy(p, &guesses[s * PARAMETERS], sizeof p);
    double rest = fit(MODELS[s % 3], times, &data[s * POINTS], p);
    sum += p[0] * p[1] + p[2] * p[2] + rest;
  }
  *result = sum / sets;
}

static int sets;
static double *data, *guesses, times[POINTS];

void setup(int size) {
  sets = size;
  data = input((size_t)size * POINTS, -0.05, 0.05);
  guesses = input(PARAMETERS * (size_t)size, 0.6, 1.4);
  for (int t = 0; t < POINTS; ++t)
    times[t] = 3.0 * t / POINTS;
  for (int s = 0; s < size; ++s) {
    double truth[PARAMETERS] = {uniform(0.8, 1.2), uniform(0.8, 1.2), uniform(0.8, 1.2)}, slopes[PARAMETERS];
    for (int t = 0; t < POINTS; ++t)
      data[s * POINTS + t] += MODELS[s % 3](truth, times[t], slopes);
  }
}

double primal(void) {
  double result;
  fit_all(sets, times, data, guesses, &result);
  return result;
}

void gradient(void) {
  double result = 0, seed = 1;
  __enzyme_autodiff((void *)fit_all, enzyme_const, sets, enzyme_const, times, enzyme_dup, data, shadow(data), enzyme_dup, guesses,
                    shadow(guesses), enzyme_dupnoneed, &result, &seed);
}
