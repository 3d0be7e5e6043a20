// The target itself is only declared.
// reject: elsewhere
// reject: body
double __enzyme_autodiff(void *, ...);
double elsewhere(double);
double df(double x) { return __enzyme_autodiff((void *)elsewhere, x); }
