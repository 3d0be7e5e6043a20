// Inline assembly that computes with an active value.
// reject: inline assembly
double __enzyme_autodiff(void *, ...);
double f(double x) {
    double r = x;
    __asm__("mulsd %1, %0\n\taddsd %0, %0" : "+x"(r) : "x"(x));
    return r;
}
double df(double x) { return __enzyme_autodiff((void *)f, x); }
