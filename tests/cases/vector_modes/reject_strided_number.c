// reject: enzyme_dupv is for pointers
extern int enzyme_width, enzyme_dupv;
struct two { double a, b; };
struct two __enzyme_fwddiff(void *, ...);
static double f(double x) { return x * x; }
struct two g(double *t) { return __enzyme_fwddiff((void *)f, enzyme_width, 2, enzyme_dupv, 8, 1.0, t); }
