// Assembly that multiplies and adds: Eigen writes it where there is FMA, not to leave it to the compiler.
// flags: -mavx2 -mfma
typedef double quad __attribute__((vector_size(32)));
double fused(const double *x) {
  quad a = {x[0], x[1], x[2], x[3]}, b = {x[3], x[1] * x[2], x[0], 2};
  quad added = a + 1, scaled = b, swapped = a;
  __asm__("vfmadd231pd %[a], %[b], %[c]" : [c] "+x"(added) : [a] "x"(a), [b] "x"(b));
  __asm__("vfmadd213pd %[a], %[b], %[c]" : [c] "+x"(scaled) : [a] "x"(added), [b] "x"(a));
  __asm__("vfmadd132pd %[a], %[b], %[c]" : [c] "+x"(swapped) : [a] "x"(b), [b] "x"(scaled));
  return added[0] + 2 * added[1] + scaled[1] * scaled[2] + swapped[2] * swapped[3] + swapped[0];
}
// check: double fused(double *x = {1.5, 0.5, -0.75, 2})
// value: -29.5
// expect: x = {-25.4375, 1.5, 86.5, -15.875}
