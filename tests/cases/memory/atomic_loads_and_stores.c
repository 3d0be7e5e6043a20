// Atomic loads and stores of a number.
#include <stdatomic.h>
// check: double f(double *x = {1, 2, 3}, int n = 3)
// expect: x = {6, 12, 18}
// tolerance: 1e-7
double f(double *x, int n) { _Atomic double s = 0; atomic_int c = 0; for (int i = 0; i < n; i++) { atomic_store(&s, atomic_load(&s) + x[i] * x[i]); atomic_fetch_add(&c, 1); } return s * c; }
