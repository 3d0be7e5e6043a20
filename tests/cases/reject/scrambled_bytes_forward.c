// The same in forward mode, with a sum over the bytes that makes them look like integers.
// reject: parts of a floating-point number or pointer are moved as integers here
double __enzyme_fwddiff(void *, ...);
double f(double x, const int *place, int bytes, int *sum) {
    unsigned char turned[8];
    double y;
    for (int i = 0; i < bytes; ++i) {
        turned[place[i]] = ((unsigned char *)&x)[i];
        *sum += ((unsigned char *)&x)[i];
    }
    for (int i = 0; i < bytes; ++i)
        ((unsigned char *)&y)[i] = turned[place[i]];
    return y * y;
}
extern int enzyme_dup, enzyme_const;
double df(double x, const int *place, int *sum) {
    return __enzyme_fwddiff((void *)f, enzyme_dup, x, 1.0, enzyme_const, place, 8, enzyme_const, sum);
}
