// A kernel that differentiates a function in forward mode: its arguments are in the memory of the device (1) and in that of a
// block of threads (3), and it has a variable.
double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_const;
#define DEVICE __attribute__((address_space(1)))
#define BLOCK __attribute__((address_space(3)))
static double scale(DEVICE const double *a, BLOCK double *x, int i) {
  double local[4];
  for (int k = 0; k < 4; k++)
    local[k ^ (i & 3)] = a[k] * a[k];
  x[i] = local[i >> 2 & 3] * x[i];
  return x[i];
}
double kernel(DEVICE double *a, DEVICE double *da, BLOCK double *x, BLOCK double *dx, int i) {
  return __enzyme_fwddiff((void *)scale, enzyme_dup, a, da, enzyme_dup, x, dx, i);
}
