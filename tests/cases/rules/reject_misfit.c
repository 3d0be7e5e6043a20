// A rule whose types do not fit its function.
// reject: the rule 'reverse_square' of type double (double, ptr) does not fit 'square' of type double (double)
double __enzyme_autodiff(void *, ...);
__attribute__((noinline)) double square(double x) { return x * x; }
double augmented_square(double x) { return x * x; }
double reverse_square(double x, double *seed) { return x * *seed; }
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)augmented_square, (void *)reverse_square};
double f(double x) { return __enzyme_autodiff((void *)square, x); }
