// The same assembly under forward mode, inside a loop.
// reject: inline assembly
double __enzyme_fwddiff(void *, ...);
double f(double x, int n) {
    double r = 1.0;
    for (int i = 0; i < n; ++i)
        __asm__ volatile("mulsd %1, %0\n\taddsd %0, %0" : "+x"(r) : "x"(x));
    return r;
}
double df(double x) { return __enzyme_fwddiff((void *)f, x, 1.0, 3); }
