#include "header.h"
template <class T, class... A> T __enzyme_autodiff(void *, A...);
extern int enzyme_dup, enzyme_const;

double chain(double *state, int n, int count) {
  for (int t = 0; t < count; t++)
    advance(state, n);
  return state[n - 1];
}

void gradient(double *a, double *da, int n) {
  __enzyme_autodiff<void>((void *)chain, enzyme_dup, a, da, enzyme_const, n, enzyme_const, 10);
  __enzyme_autodiff<void>((void *)in_header, enzyme_dup, a, da, enzyme_const, n, enzyme_const, 10);
}
