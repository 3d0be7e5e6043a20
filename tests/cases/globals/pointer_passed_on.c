// reject: the global 'current' is set to the middle of something: what is read through it counts as constant
// flags: -Werror
// A warning, made an error here: the function that sets the global is passed the middle of an array.
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

double *current;

__attribute__((noinline)) void choose(double *x) { current = x; }

double f(const double *x) { return x[0] * *current; }

void gradient(double *x, double *dx) {
  choose(x + 1);
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
}
