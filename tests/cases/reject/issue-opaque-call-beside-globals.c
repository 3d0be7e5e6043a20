// A function without a body receives nothing active, but could read the global that is active here.
// reject: cannot differentiate the call to 'get'
double __enzyme_autodiff(void *, ...);
double shared;
double get(void);
__attribute__((noinline)) double f(double x) {
    shared = x * x;
    return get();
}
double df(double x) { return __enzyme_autodiff((void *)f, x); }
