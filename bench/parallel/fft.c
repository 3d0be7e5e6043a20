// A Fourier transform: one parallel loop for each of its stages.
#include "driver.h"
enum { LOG = 12, N = 1 << LOG };
static double *re, *im, *cosines, *sines;

__attribute__((noinline)) void transform(double *re, double *im, const double *c, const double *s, int log) {
  int n = 1 << log;
  for (int stage = 0; stage < log; ++stage) {
    int half = 1 << stage;
#pragma omp parallel for
    for (int k = 0; k < n / 2; ++k) {
      int group = k / half, at = k % half, i = group * 2 * half + at, j = i + half, w = at * (n / (2 * half));
      double tr = re[j] * c[w] - im[j] * s[w], ti = re[j] * s[w] + im[j] * c[w];
      re[j] = re[i] - tr, im[j] = im[i] - ti;
      re[i] += tr, im[i] += ti;
    }
  }
  double scale = 1 / sqrt(n);
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    re[i] *= scale, im[i] *= scale;
}

static void prepare(void) {
  free(re), free(im), re = array(N), im = array(N);
  if (cosines)
    return;
  cosines = array(N), sines = array(N);
  for (int i = 0; i < N; ++i)
    cosines[i] = cos(2 * 3.14159265358979 * i / N), sines[i] = -sin(2 * 3.14159265358979 * i / N);
}
static void kernel(void) { transform(re, im, cosines, sines, LOG); }
static double checksum(void) { return re[0] + im[N / 3] + re[N - 1]; }
