// reject: enzyme_width is followed by a positive constant
extern int enzyme_width, enzyme_dup;
struct two { double a, b; };
struct two __enzyme_fwddiff(void *, ...);
static double f(double x) { return x * x; }
struct two g(int n) { return __enzyme_fwddiff((void *)f, enzyme_width, n, enzyme_dup, 1.0, 1.0, 0.0); }
