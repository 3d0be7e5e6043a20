// Registered derivatives and inactive functions are not read yet, and not ignored silently.
// reject: the registration '__enzyme_register_derivative_h' is not supported yet
// reject: the registration '__enzyme_inactivefn' is not supported yet
double __enzyme_fwddiff(void *, ...);
__attribute__((noinline)) double h(double x) { return x * x; }
double dh(double x, double dx) { return 100.0 * dx; }
void *__enzyme_register_derivative_h[] = {(void *)h, (void *)dh};
__attribute__((noinline)) double k(double x) { return x * x * x; }
void *__enzyme_inactivefn[] = {(void *)k};
double f(double x) { return h(x) + k(x); }
double df(double x) { return __enzyme_fwddiff((void *)f, x, 1.0); }
