#include <cmath>
template <class T, class... A> T __enzyme_autodiff(void *, A...);
extern int enzyme_dup, enzyme_const;

void steps(const double *a, double *out, int n, int count) {
  for (int t = 0; t < count; t++)
    for (int i = 1; i < n - 1; i++)
      out[i] = std::exp(a[i]) * out[i - 1];
}

void gradient(double *a, double *da, double *out, double *dout, int n) {
  __enzyme_autodiff<void>((void *)steps, enzyme_dup, a, da, enzyme_dup, out, dout, enzyme_const, n, enzyme_const, 10);
}
