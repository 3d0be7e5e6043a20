// The adjoint of what is only added to stays where it is: the reverse sweep reads it and does not write it.
extern int enzyme_const, enzyme_dup;
void __enzyme_autodiff_shape(void *, ...);
void add(const double *x, double *y, int n) {
    for (int i = 0; i < n; ++i)
        y[i] += 3 * x[i];
}
void gradient(const double *x, double *dx, double *y, double *dy, int n) {
    __enzyme_autodiff_shape((void *)add, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
}
// check: void add(const double *x = {1, 2, 3}, double *y = {0.5, 4, 1} seed {2, 1, 0}, int n = 3)
// value: 17.0
// expect: x = {6, 3, 0}, y = {2, 1, 0}
// ir: -O2 gradient lacks 0.000000e+00
