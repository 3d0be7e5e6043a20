// Only the diagonal is written, and what is read beside it never is: nothing is kept, without `restrict` and whatever `n`.
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff_shape(void *, ...);
static double products(int n, double *a) {
    double total = 0.0;
    for (int i = 0; i < n; ++i) {
        double sum = 0.0;
        for (int j = 0; j < i; ++j)
            sum += a[i * n + j] * a[j * n + i];
        a[i * n + i] = sum;
        total += sum;
    }
    return total;
}
void dproducts(int n, double *a, double *da) {
    __enzyme_autodiff_shape((void *)products, enzyme_const, n, enzyme_dup, a, da);
}
// ir: -O2 dproducts contains store double
// ir: -O2 dproducts lacks @malloc(
// ir: -O2 dproducts lacks __zymase_grow
// ir: -O2 dproducts lacks @zymase.
