/* bench: convolutional network
   sizes: 80
   check: 2

   Images of 20 by 20 through eight 5 by 5 convolutions, a rectifier, the largest of each 2 by 2, a dense layer to ten classes;
   the mean cross-entropy of the softmax over a batch. */
#include "workload.h"

enum { IMAGE = 20, KERNEL = 5, CHANNELS = 8, MAP = IMAGE - KERNEL + 1, POOLED = MAP / 2, CLASSES = 10 };
enum { FEATURES = CHANNELS * POOLED * POOLED };

static void convolve(const double *RESTRICT image, const double *RESTRICT kernel, double bias, double *RESTRICT map) {
  for (int row = 0; row < MAP; ++row)
    for (int column = 0; column < MAP; ++column) {
      double sum = bias;
      for (int i = 0; i < KERNEL; ++i)
        for (int j = 0; j < KERNEL; ++j)
          sum += kernel[i * KERNEL + j] * image[(row + i) * IMAGE + column + j];
      map[row * MAP + column] = sum;
    }
}

static void rectify(int n, double *RESTRICT x) {
  for (int i = 0; i < n; ++i)
    x[i] = x[i] > 0 ? x[i] : 0;
}

static void pool(const double *RESTRICT map, double *RESTRICT out) {
  for (int row = 0; row < POOLED; ++row)
    for (int column = 0; column < POOLED; ++column) {
      const double *at = &map[2 * row * MAP + 2 * column];
      out[row * POOLED + column] = fmax(fmax(at[0], at[1]), fmax(at[MAP], at[MAP + 1]));
    }
}

static void dense(int inputs, int outputs, const double *RESTRICT weights, const double *RESTRICT biases,
                  const double *RESTRICT x, double *RESTRICT y) {
  for (int o = 0; o < outputs; ++o) {
    y[o] = biases[o];
    for (int i = 0; i < inputs; ++i)
      y[o] += weights[o * inputs + i] * x[i];
  }
}

static double cross_entropy(int n, const double *RESTRICT scores, int label) {
  double largest = scores[0], sum = 0;
  for (int i = 1; i < n; ++i)
    largest = fmax(largest, scores[i]);
  for (int i = 0; i < n; ++i)
    sum += exp(scores[i] - largest);
  return largest + log(sum) - scores[label];
}

static void network_loss(int count, const double *RESTRICT kernels, const double *RESTRICT kernel_biases,
                         const double *RESTRICT weights, const double *RESTRICT biases, const double *RESTRICT images,
                         const int *RESTRICT labels, double *RESTRICT loss) {
  double *map = malloc(MAP * MAP * sizeof(double)), *features = malloc(FEATURES * sizeof(double)), scores[CLASSES], sum = 0;
  for (int n = 0; n < count; ++n) {
    for (int c = 0; c < CHANNELS; ++c) {
      convolve(&images[n * IMAGE * IMAGE], &kernels[c * KERNEL * KERNEL], kernel_biases[c], map);
      rectify(MAP * MAP, map);
      pool(map, &features[c * POOLED * POOLED]);
    }
    dense(FEATURES, CLASSES, weights, biases, features, scores);
    sum += cross_entropy(CLASSES, scores, labels[n]);
  }
  *loss = sum / count;
  free(features);
  free(map);
}

static int count, *labels;
static double *kernels, *kernel_biases, *weights, *biases, *images;

void setup(int size) {
  count = size;
  kernels = input(CHANNELS * KERNEL * KERNEL, -0.3, 0.3);
  kernel_biases = input(CHANNELS, -0.1, 0.1);
  weights = input(CLASSES * FEATURES, -0.1, 0.1);
  biases = input(CLASSES, -0.1, 0.1);
  images = malloc((size_t)size * IMAGE * IMAGE * sizeof(double));
  labels = malloc(size * sizeof(int));
  for (int i = 0; i < size * IMAGE * IMAGE; ++i)
    images[i] = uniform(0, 1);
  for (int i = 0; i < size; ++i)
    labels[i] = (int)uniform(0, CLASSES);
}

double primal(void) {
  double loss;
  network_loss(count, kernels, kernel_biases, weights, biases, images, labels, &loss);
  return loss;
}

void gradient(void) {
  double loss = 0, seed = 1;
  __enzyme_autodiff((void *)network_loss, enzyme_const, count, enzyme_dup, kernels, shadow(kernels), enzyme_dup, kernel_biases,
                    shadow(kernel_biases), enzyme_dup, weights, shadow(weights), enzyme_dup, biases, shadow(biases),
                    enzyme_const, images, enzyme_const, labels, enzyme_dupnoneed, &loss, &seed);
}

/* By hand: of each 2 by 2 only the place of the largest matters, if it is positive. */
void hand(void) {
  double *dkernels = shadow(kernels), *dkernel_biases = shadow(kernel_biases), *dweights = shadow(weights);
  double *dbiases = shadow(biases), map[MAP * MAP], features[FEATURES], dfeatures[FEATURES], scores[CLASSES];
  int places[FEATURES];
  for (int n = 0; n < count; ++n) {
    const double *image = &images[n * IMAGE * IMAGE];
    for (int c = 0; c < CHANNELS; ++c) {
      convolve(image, &kernels[c * KERNEL * KERNEL], kernel_biases[c], map);
      for (int i = 0; i < POOLED * POOLED; ++i) {
        int corner = 2 * (i / POOLED) * MAP + 2 * (i % POOLED), place = corner;
        const int others[3] = {corner + 1, corner + MAP, corner + MAP + 1};
        for (int k = 0; k < 3; ++k)
          place = map[others[k]] > map[place] ? others[k] : place;
        places[c * POOLED * POOLED + i] = map[place] > 0 ? place : -1;
        features[c * POOLED * POOLED + i] = fmax(map[place], 0);
      }
    }
    dense(FEATURES, CLASSES, weights, biases, features, scores);
    double whole = cross_entropy(CLASSES, scores, labels[n]) + scores[labels[n]];
    memset(dfeatures, 0, sizeof dfeatures);
    for (int o = 0; o < CLASSES; ++o) {
      double dscore = (exp(scores[o] - whole) - (o == labels[n])) / count;
      dbiases[o] += dscore;
      for (int i = 0; i < FEATURES; ++i) {
        dweights[o * FEATURES + i] += dscore * features[i];
        dfeatures[i] += dscore * weights[o * FEATURES + i];
      }
    }
    for (int f = 0; f < FEATURES; ++f) {
      int c = f / (POOLED * POOLED);
      if (places[f] < 0)
        continue;
      const double *from = &image[places[f] / MAP * IMAGE + places[f] % MAP];
      dkernel_biases[c] += dfeatures[f];
      for (int i = 0; i < KERNEL; ++i)
        for (int j = 0; j < KERNEL; ++j)
          dkernels[(c * KERNEL + i) * KERNEL + j] += dfeatures[f] * from[i * IMAGE + j];
    }
  }
}
