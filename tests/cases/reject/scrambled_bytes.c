// The bytes of a number go through a buffer in another order, which nothing but the program itself can undo.
// reject: bytes
double __enzyme_autodiff(void *, ...);
double f(double x, const int *place, int bytes) {
    unsigned char turned[8];
    double y;
    for (int i = 0; i < bytes; ++i)
        turned[place[i]] = ((unsigned char *)&x)[i];
    for (int i = 0; i < bytes; ++i)
        ((unsigned char *)&y)[i] = turned[place[i]];
    return y * y;
}
extern int enzyme_const;
double df(double x, const int *place) { return __enzyme_autodiff((void *)f, x, enzyme_const, place, 8); }
