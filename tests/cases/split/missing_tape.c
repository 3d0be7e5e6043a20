// reject: the tape that __enzyme_augmentfwd made of 'f' is missing
extern int enzyme_out;
double __enzyme_reverse(void *, ...);
static double f(double x) {
  while (x < 100) x = x * x;
  return x;
}
double g(double x) { return __enzyme_reverse((void *)f, enzyme_out, x, 1.0); }
