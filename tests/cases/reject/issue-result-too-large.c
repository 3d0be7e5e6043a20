// A result of two fields for one derivative: the second would be undefined.
// reject: is declared to return
// reject: but the derivative is {double}
extern int enzyme_const, enzyme_out;
struct two {
    double a, b;
};
struct two __enzyme_autodiff_two(void *, ...);
double f(double x, double y) { return x * y; }
double df(void) {
    struct two r = __enzyme_autodiff_two((void *)f, enzyme_out, 2.0, enzyme_const, 3.0);
    return r.a + r.b;
}
