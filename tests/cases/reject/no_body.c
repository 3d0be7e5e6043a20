// A callee without a body and without a rule cannot be differentiated; the message names it.
// reject: mystery
// reject: body
double __enzyme_autodiff(void *, ...);
double mystery(double);
double f(double x) { return mystery(x) * x; }
double df(double x) { return __enzyme_autodiff((void *)f, x); }
