/* bench: FFT, recursive
   sizes: 65536
   check: 64

   Radix-2 transform of a complex signal by recursion over strides, with a table of twiddles; the loss compares the power spectrum
   with a measured one. */
#include "workload.h"

struct Complex {
  double re, im;
};

static void transform(int n, int stride, const struct Complex *RESTRICT in, const struct Complex *RESTRICT twiddles,
                      struct Complex *RESTRICT out) {
  if (n == 2) {
    struct Complex a = in[0], b = in[stride];
    out[0].re = a.re + b.re;
    out[0].im = a.im + b.im;
    out[1].re = a.re - b.re;
    out[1].im = a.im - b.im;
    return;
  }
  int half = n / 2;
  transform(half, 2 * stride, in, twiddles, out);
  transform(half, 2 * stride, in + stride, twiddles, out + half);
  for (int k = 0; k < half; ++k) {
    struct Complex even = out[k], odd = out[half + k], w = twiddles[k * stride];
    double re = odd.re * w.re - odd.im * w.im, im = odd.re * w.im + odd.im * w.re;
    out[k].re = even.re + re;
    out[k].im = even.im + im;
    out[half + k].re = even.re - re;
    out[half + k].im = even.im - im;
  }
}

static void spectrum_loss(int n, const struct Complex *RESTRICT signal, const struct Complex *RESTRICT twiddles,
                          const double *RESTRICT measured, double *RESTRICT err) {
  struct Complex *spectrum = malloc(n * sizeof *spectrum);
  transform(n, 1, signal, twiddles, spectrum);
  double sum = 0;
  for (int k = 0; k < n; ++k) {
    double power = (spectrum[k].re * spectrum[k].re + spectrum[k].im * spectrum[k].im) / n;
    sum += (power - measured[k]) * (power - measured[k]);
  }
  *err = sum / n;
  free(spectrum);
}

static int n;
static double *signal, *measured;
static struct Complex *twiddles;

void setup(int size) {
  n = size;
  signal = input(2 * (size_t)size, -1, 1);
  measured = malloc(size * sizeof(double));
  twiddles = malloc(size / 2 * sizeof *twiddles);
  for (int k = 0; k < size; ++k)
    measured[k] = uniform(0, 1);
  for (int k = 0; k < size / 2; ++k) {
    double angle = -2 * acos(-1) * k / size;
    twiddles[k].re = cos(angle);
    twiddles[k].im = sin(angle);
  }
}

double primal(void) {
  double err;
  spectrum_loss(n, (struct Complex *)signal, twiddles, measured, &err);
  return err;
}

void gradient(void) {
  double err = 0, seed = 1;
  __enzyme_autodiff((void *)spectrum_loss, enzyme_const, n, enzyme_dup, signal, shadow(signal), enzyme_const, twiddles,
                    enzyme_const, measured, enzyme_dupnoneed, &err, &seed);
}

/* By hand: the adjoint of the transform is the transform between two conjugations. */
void hand(void) {
  struct Complex *spectrum = malloc(n * sizeof *spectrum), *dsignal = (struct Complex *)shadow(signal);
  transform(n, 1, (struct Complex *)signal, twiddles, spectrum);
  for (int k = 0; k < n; ++k) {
    double power = (spectrum[k].re * spectrum[k].re + spectrum[k].im * spectrum[k].im) / n;
    double scale = 4 * (power - measured[k]) / ((double)n * n);
    spectrum[k].re *= scale;
    spectrum[k].im *= -scale;
  }
  transform(n, 1, spectrum, twiddles, dsignal);
  for (int k = 0; k < n; ++k)
    dsignal[k].im = -dsignal[k].im;
  free(spectrum);
}
