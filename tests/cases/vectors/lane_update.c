// Inserting into and extracting from lanes with a variable index.
typedef double v4 __attribute__((ext_vector_type(4)));
double lanes(double *x, int k) {
    v4 a = {1.0, 2.0, 3.0, 4.0};
    for (int i = 0; i < 4; ++i)
        a[(i + k) & 3] = a[i] * x[i];
    return a[0] + 10.0 * a[1] + 100.0 * a[2] + 1000.0 * a[3];
}
// check: double lanes(double *x = {0.5, 2.0, 3.0, 1.5}, int k = 1)
// value: 3109.5
// expect: x = {6219.0, 1552.25, 1001.5, 3.0}
