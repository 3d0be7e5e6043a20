// The bytes of a number go through a buffer in reverse order, which nothing but the program itself can undo.
// reject: parts of a floating-point number or pointer are moved as integers here
double __enzyme_autodiff(void *, ...);
double f(double x) {
    unsigned char turned[8];
    double y;
    for (int i = 0; i < 8; ++i)
        turned[7 - i] = ((unsigned char *)&x)[i];
    for (int i = 0; i < 8; ++i)
        ((unsigned char *)&y)[i] = turned[7 - i];
    return y * y;
}
double df(double x) { return __enzyme_autodiff((void *)f, x); }
