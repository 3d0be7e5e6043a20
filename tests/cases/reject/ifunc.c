// levels: -O0
// reject: cannot differentiate the call to 'square': it is an ifunc: which function it is gets decided when the program starts
// reject: cannot differentiate 'square': it is an ifunc: which function it is gets decided when the program starts
double __enzyme_autodiff(void *, double);
static double plain(double x) { return x * x; }
static double (*pick(void))(double) { return plain; }
double square(double x) __attribute__((ifunc("pick")));
double f(double x) { return square(x) * x; }
int main(void) {
    return __enzyme_autodiff((void *)f, 3.0) + __enzyme_autodiff((void *)square, 3.0) > 0;
}
