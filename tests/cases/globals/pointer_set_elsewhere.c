// reject: the global 'current' is set in another file: what is read through it counts as constant
// flags: -Werror
// A warning, made an error here: another file may set the global to the middle of the argument.
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

extern double *current;

double f(const double *x) { return x[0] * *current; }

void gradient(double *x, double *dx) { __enzyme_autodiff((void *)f, enzyme_dup, x, dx); }
