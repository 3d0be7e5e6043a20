// A global that changes needs a shadow, for which code for a GPU has no memory.
// reject: a derivative needs memory or messages of its own
// reject: which it has not in code for a GPU
// flags: --target=nvptx64-nvidia-cuda -march=sm_50 -ffreestanding
double __enzyme_fwddiff(void *, ...);
static double cache[64];
static double staged(const double *a, int i) {
  cache[i] = a[i] * a[i];
  return cache[i ^ 1] * a[i];
}
double kernel(double *a, double *da, int i) { return __enzyme_fwddiff((void *)staged, a, da, i); }
