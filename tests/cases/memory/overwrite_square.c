// Squares then overwrite: the value needed by the adjoint is destroyed by the store.
void square_in_place(double *x, int n) {
    for (int i = 0; i < n; ++i)
        x[i] = x[i] * x[i];
}
// check: void square_in_place(double *x = {1.0, 2.0, -3.0, 0.5} seed {1.0, 0.5, 2.0, -4.0}, int n = 4)
// expect: x = {2.0, 2.0, -12.0, -4.0}
