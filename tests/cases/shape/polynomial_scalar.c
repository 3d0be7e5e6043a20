// A straight-line gradient is straight-line arithmetic: no memory, calls or branches.
struct grad { double dx, dy; };
struct grad __enzyme_autodiff_shape(void *, ...);
static double poly(double x, double y) { return (x * x + 2.0 * y) * (y - 3.0 * x) + x; }
void dpoly(double x, double y, struct grad *g) { *g = __enzyme_autodiff_shape((void *)poly, x, y); }
// flags: -ffp-contract=off
// ir: -O2 dpoly contains fmul
// ir: -O2 dpoly lacks call
// ir: -O2 dpoly lacks alloca
// ir: -O2 dpoly lacks br i1
// ir: -O2 dpoly lacks load
