// Vectors loaded from and stored to memory through vector pointers, in a loop.
typedef double v2 __attribute__((ext_vector_type(2), aligned(8)));
void scale_add(double *y, const double *x, int n, double a) {
    for (int i = 0; i < n; i += 2) {
        v2 vx = *(const v2 *)(x + i), vy = *(v2 *)(y + i);
        *(v2 *)(y + i) = vy * vy + vx * a;
    }
}
// check: void scale_add(double *y = {1.0, 2.0, 3.0, 4.0} seed {1.0, 0.5, 0.25, 2.0}, double *x = {5.0, 6.0, 7.0,
//     8.0}, int n = 4, double a = 1.5)
// expect: y = {2.0, 2.0, 1.5, 16.0}, x = {1.5, 0.75, 0.375, 3.0}, a = 25.75
