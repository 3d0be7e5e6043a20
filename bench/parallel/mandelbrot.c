// Points of an image, each with work of its own: iterations are handed out as threads ask for them.
#include "driver.h"
enum { N = 100, MOST = 300 };
static int *image;

__attribute__((noinline)) void draw(int *image, int n, double left, double bottom, double size, int most) {
#pragma omp parallel for collapse(2) schedule(dynamic, 64)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double cr = left + size * j / n, ci = bottom + size * i / n, zr = 0, zi = 0;
      int k = 0;
      for (; k < most && zr * zr + zi * zi < 4; ++k) {
        double t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci, zr = t;
      }
      image[i * n + j] = k;
    }
}

static void prepare(void) { image = image ? image : malloc(N * N * sizeof *image); }
static void kernel(void) { draw(image, N, -2, -1.25, 2.5, MOST); }
static double checksum(void) {
  double sum = 0;
  for (int i = 0; i < N * N; ++i)
    sum += image[i];
  return sum;
}
