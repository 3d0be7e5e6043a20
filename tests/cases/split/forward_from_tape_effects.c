// reject: cannot run 'f' forward from a tape: it writes memory, or has other effects, here
extern int enzyme_dup;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_fwdsplit(void *, ...);
static void f(double *x) { x[0] = x[0] * x[0]; }
void g(double *x, double *dx) {
  void *tape = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx);
  __enzyme_fwdsplit((void *)f, enzyme_dup, x, dx, tape);
}
