// reject: bytes, but the caller's memory has 8
extern int enzyme_out, enzyme_allocated, enzyme_tape;
double __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
static double f(double x) {
  while (x < 100) x = x * x;
  return x;
}
double g(double x) {
  double memory[1];
  __enzyme_augmentfwd((void *)f, enzyme_allocated, 8, enzyme_tape, memory, enzyme_out, x);
  return __enzyme_reverse((void *)f, enzyme_allocated, 8, enzyme_tape, memory, enzyme_out, x, 1.0);
}
