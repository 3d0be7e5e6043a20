// The tangent of a straight-line function is straight-line arithmetic.
double __enzyme_fwddiff_shape(void *, ...);
static double inner(double x) { return x * x - 1.0 / x; }
static double poly(double x) { return inner(x) * inner(2.0 * x); }
double tangent(double x) { return __enzyme_fwddiff_shape((void *)poly, x, 1.0); }
// flags: -ffp-contract=off
// ir: -O2 tangent contains fmul
// ir: -O2 tangent lacks call
// ir: -O2 tangent lacks alloca
// ir: -O2 tangent lacks br i1
