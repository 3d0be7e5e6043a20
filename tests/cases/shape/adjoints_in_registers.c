// Without `restrict`: where arguments do not overlap, the sum of adjoints is not stored in every iteration, and the
// reverse loop has vector instructions.
extern int enzyme_const, enzyme_dup;
double __enzyme_autodiff_shape(void *, ...);
static double scaled(int n, const double *factor, double *x) {
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        x[i] = x[i] * factor[0];
        sum += x[i];
    }
    return sum;
}
void gradient(int n, double *factor, double *dfactor, double *x, double *dx) {
    __enzyme_autodiff_shape((void *)scaled, enzyme_const, n, enzyme_dup, factor, dfactor, enzyme_dup, x, dx);
}
// check: double scaled(int n = 3, const double *factor = {2}, double *x = {1, 2, 3} seed {0, 1, 2})
// value: 12.0
// expect: factor = {14}, x = {2, 4, 6}
// ir: -O2 gradient contains fadd reassoc contract <2 x double>
// ir: -O2 gradient contains zymase.gradient.scaled
