/* bench: two convolutional layers
   sizes: 20
   check: 1

   Images of 28 by 28 through two convolutions with rectifiers and pooling and a dense layer, all of whose results lie in arrays that the
   caller hands in and every image overwrites. */
#include "workload.h"

static void convolve(int inputs, int outputs, int size, const double *RESTRICT x, const double *RESTRICT weights,
                     const double *RESTRICT biases, double *RESTRICT y) {
  enum { KERNEL = 5 };
  int side = size - KERNEL + 1;
  for (int o = 0; o < outputs; ++o)
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j) {
        double sum = biases[o];
        for (int c = 0; c < inputs; ++c)
          for (int p = 0; p < KERNEL; ++p)
            for (int q = 0; q < KERNEL; ++q)
              sum += weights[((o * inputs + c) * KERNEL + p) * KERNEL + q] * x[(c * size + i + p) * size + j + q];
        y[(o * side + i) * side + j] = sum > 0 ? sum : 0;
      }
}

static void pool(int channels, int size, const double *RESTRICT x, double *RESTRICT y) {
  int side = size / 2;
  for (int c = 0; c < channels; ++c)
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j) {
        const double *at = &x[(c * size + 2 * i) * size + 2 * j];
        double largest = at[0];
        for (int k = 1; k < 4; ++k) {
          double value = at[k / 2 * size + k % 2];
          if (value > largest)
            largest = value;
        }
        y[(c * side + i) * side + j] = largest;
      }
}

static void dense(int inputs, int outputs, const double *RESTRICT weights, const double *RESTRICT biases,
                  const double *RESTRICT x, double *RESTRICT y) {
  for (int o = 0; o < outputs; ++o) {
    double sum = biases[o];
    for (int i = 0; i < inputs; ++i)
      sum += weights[o * inputs + i] * x[i];
    y[o] = sum;
  }
}

static double cross_entropy(int n, const double *RESTRICT scores, int label) {
  double largest = scores[0], sum = 0;
  for (int i = 1; i < n; ++i)
    if (scores[i] > largest)
      largest = scores[i];
  for (int i = 0; i < n; ++i)
    sum += exp(scores[i] - largest);
  return log(sum) + largest - scores[label];
}

static double loss(int count, const double *RESTRICT images, const int *RESTRICT labels, const double *RESTRICT w1,
                   const double *RESTRICT b1, const double *RESTRICT w2, const double *RESTRICT b2, const double *RESTRICT w3,
                   const double *RESTRICT b3, double *RESTRICT h1, double *RESTRICT p1, double *RESTRICT h2,
                   double *RESTRICT p2, double *RESTRICT scores) {
  double sum = 0;
  for (int n = 0; n < count; ++n) {
    convolve(1, 6, 28, &images[n * 28 * 28], w1, b1, h1);
    pool(6, 24, h1, p1);
    convolve(6, 12, 12, p1, w2, b2, h2);
    pool(12, 8, h2, p2);
    dense(192, 10, w3, b3, p2, scores);
    sum += cross_entropy(10, scores, labels[n]);
  }
  return sum / count;
}

static int count, *labels;
static double *images, *w1, *b1, *w2, *b2, *w3, *b3, *h1, *p1, *h2, *p2, *scores, *dh1, *dp1, *dh2, *dp2, *dscores;

void setup(int size) {
  count = size;
  images = malloc((size_t)size * 28 * 28 * sizeof(double));
  labels = malloc(size * sizeof(int));
  for (int i = 0; i < size * 28 * 28; ++i)
    images[i] = uniform(0, 1);
  for (int i = 0; i < size; ++i)
    labels[i] = i % 10;
  w1 = input(6 * 25, -0.3, 0.3);
  b1 = input(6, -0.1, 0.1);
  w2 = input(12 * 6 * 25, -0.1, 0.1);
  b2 = input(12, -0.1, 0.1);
  w3 = input(192 * 10, -0.1, 0.1);
  b3 = input(10, -0.1, 0.1);
  double **results[] = {&h1, &p1, &h2, &p2, &scores, &dh1, &dp1, &dh2, &dp2, &dscores};
  const size_t sizes[] = {6 * 24 * 24, 6 * 12 * 12, 12 * 8 * 8, 192, 10};
  for (int i = 0; i < 10; ++i)
    *results[i] = calloc(sizes[i % 5], sizeof(double));
}

double primal(void) { return loss(count, images, labels, w1, b1, w2, b2, w3, b3, h1, p1, h2, p2, scores); }

void gradient(void) {
  __enzyme_autodiff((void *)loss, enzyme_const, count, enzyme_const, images, enzyme_const, labels, enzyme_dup, w1, shadow(w1),
                    enzyme_dup, b1, shadow(b1), enzyme_dup, w2, shadow(w2), enzyme_dup, b2, shadow(b2), enzyme_dup, w3,
                    shadow(w3), enzyme_dup, b3, shadow(b3), enzyme_dup, h1, dh1, enzyme_dup, p1, dp1, enzyme_dup, h2, dh2,
                    enzyme_dup, p2, dp2, enzyme_dup, scores, dscores);
}
