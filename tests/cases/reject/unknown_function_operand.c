// The operand is a pointer that arrives at run time from anywhere.
// reject: function
double __enzyme_autodiff(void *, ...);
double slope(double (*fn)(double), double x) { return __enzyme_autodiff((void *)fn, x); }
