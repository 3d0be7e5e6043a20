// The result of a derivative call is used, but the function has no derivative to return.
// reject: the derivative call is declared to return double, but the derivative is {}
double __enzyme_autodiff(void *, ...);
static double cube(const double *x) { return *x * *x * *x; }
double slope(const double *x, double *dx) {
    double used = __enzyme_autodiff((void *)cube, x, dx);
    return used;
}
