/* bench: GMM log-likelihood
   sizes: 1000 10000
   check: 20

   Gaussian mixture of 25 components in 10 dimensions: covariances by the inverse Cholesky factor (log diagonal first, then the lower
   triangle by columns), Wishart prior. The result leaves through a pointer. */
#include "workload.h"

enum { D = 10, K = 25, TRIANGLE = D * (D - 1) / 2, COVARIANCE = D + TRIANGLE };

static double log_sum_exp(int n, const double *RESTRICT x) {
  double largest = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > largest)
      largest = x[i];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += exp(x[i] - largest);
  return largest + log(sum);
}

static void multiply(int d, const double *RESTRICT diagonal, const double *RESTRICT lower, const double *RESTRICT x,
                     double *RESTRICT y) {
  for (int i = 0; i < d; ++i)
    y[i] = diagonal[i] * x[i];
  for (int column = 0, at = 0; column < d; ++column)
    for (int row = column + 1; row < d; ++row)
      y[row] += lower[at++] * x[column];
}

static void gmm(int d, int k, int n, const double *RESTRICT alphas, const double *RESTRICT means,
                const double *RESTRICT covariances, const double *RESTRICT x, double gamma, int m, double *RESTRICT err) {
  int size = d * (d + 1) / 2;
  double *diagonals = malloc(d * k * sizeof(double)), *sums = malloc(k * sizeof(double));
  double *centred = malloc(d * sizeof(double)), *scaled = malloc(d * sizeof(double)), *terms = malloc(k * sizeof(double));
  for (int c = 0; c < k; ++c) {
    sums[c] = 0;
    for (int i = 0; i < d; ++i) {
      double q = covariances[c * size + i];
      sums[c] += q;
      diagonals[c * d + i] = exp(q);
    }
  }
  double total = 0;
  for (int p = 0; p < n; ++p) {
    for (int c = 0; c < k; ++c) {
      for (int i = 0; i < d; ++i)
        centred[i] = x[p * d + i] - means[c * d + i];
      multiply(d, &diagonals[c * d], &covariances[c * size + d], centred, scaled);
      double square = 0;
      for (int i = 0; i < d; ++i)
        square += scaled[i] * scaled[i];
      terms[c] = alphas[c] + sums[c] - 0.5 * square;
    }
    total += log_sum_exp(k, terms);
  }
  double prior = 0;
  for (int c = 0; c < k; ++c) {
    double frobenius = 0;
    for (int i = 0; i < d; ++i)
      frobenius += diagonals[c * d + i] * diagonals[c * d + i];
    for (int i = d; i < size; ++i)
      frobenius += covariances[c * size + i] * covariances[c * size + i];
    prior += 0.5 * gamma * gamma * frobenius - m * sums[c];
  }
  *err = total - n * log_sum_exp(k, alphas) + prior;
  free(terms);
  free(scaled);
  free(centred);
  free(sums);
  free(diagonals);
}

static int points;
static double *alphas, *means, *covariances, *x;

void setup(int size) {
  points = size;
  alphas = input(K, -1, 1);
  means = input(D * K, 0, 1);
  covariances = input(COVARIANCE * K, -0.5, 0.5);
  x = malloc((size_t)D * size * sizeof(double));
  for (int i = 0; i < D * size; ++i)
    x[i] = uniform(0, 1);
}

double primal(void) {
  double err;
  gmm(D, K, points, alphas, means, covariances, x, 1.5, 2, &err);
  return err;
}

void gradient(void) {
  double err = 0, seed = 1;
  __enzyme_autodiff((void *)gmm, enzyme_const, D, enzyme_const, K, enzyme_const, points, enzyme_dup, alphas, shadow(alphas),
                    enzyme_dup, means, shadow(means), enzyme_dup, covariances, shadow(covariances), enzyme_const, x,
                    enzyme_const, 1.5, enzyme_const, 2, enzyme_dupnoneed, &err, &seed);
}

/* By hand: one pass over the points; softmax weights of the terms, then the products backwards. */
void hand(void) {
  double *dalphas = shadow(alphas), *dmeans = shadow(means), *dcov = shadow(covariances);
  double diagonals[K * D], sums[K], dsums[K] = {0}, ddiagonals[K * D] = {0};
  for (int c = 0; c < K; ++c) {
    sums[c] = 0;
    for (int i = 0; i < D; ++i) {
      sums[c] += covariances[c * COVARIANCE + i];
      diagonals[c * D + i] = exp(covariances[c * COVARIANCE + i]);
    }
  }
  for (int p = 0; p < points; ++p) {
    double centred[K][D], scaled[K][D], terms[K], largest = -INFINITY, sum = 0;
    for (int c = 0; c < K; ++c) {
      for (int i = 0; i < D; ++i)
        centred[c][i] = x[p * D + i] - means[c * D + i];
      multiply(D, &diagonals[c * D], &covariances[c * COVARIANCE + D], centred[c], scaled[c]);
      double square = 0;
      for (int i = 0; i < D; ++i)
        square += scaled[c][i] * scaled[c][i];
      terms[c] = alphas[c] + sums[c] - 0.5 * square;
      largest = terms[c] > largest ? terms[c] : largest;
    }
    for (int c = 0; c < K; ++c)
      sum += terms[c] = exp(terms[c] - largest);
    for (int c = 0; c < K; ++c) {
      double weight = terms[c] / sum, *dlower = &dcov[c * COVARIANCE + D];
      const double *lower = &covariances[c * COVARIANCE + D];
      dalphas[c] += weight;
      dsums[c] += weight;
      double dscaled[D], dcentred[D];
      for (int i = 0; i < D; ++i) {
        dscaled[i] = -weight * scaled[c][i];
        dcentred[i] = diagonals[c * D + i] * dscaled[i];
        ddiagonals[c * D + i] += centred[c][i] * dscaled[i];
      }
      for (int column = 0, at = 0; column < D; ++column)
        for (int row = column + 1; row < D; ++row, ++at) {
          dlower[at] += centred[c][column] * dscaled[row];
          dcentred[column] += lower[at] * dscaled[row];
        }
      for (int i = 0; i < D; ++i)
        dmeans[c * D + i] -= dcentred[i];
    }
  }
  double whole = log_sum_exp(K, alphas), gamma = 1.5;
  for (int c = 0; c < K; ++c) {
    dalphas[c] -= points * exp(alphas[c] - whole);
    for (int i = 0; i < D; ++i) {
      double q = diagonals[c * D + i];
      dcov[c * COVARIANCE + i] += (ddiagonals[c * D + i] + gamma * gamma * q) * q + dsums[c] - 2;
    }
    for (int i = D; i < COVARIANCE; ++i)
      dcov[c * COVARIANCE + i] += gamma * gamma * covariances[c * COVARIANCE + i];
  }
}
