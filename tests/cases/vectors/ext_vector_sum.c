// Arithmetic on ext_vector_type values loaded from an array.
typedef double v4 __attribute__((ext_vector_type(4)));
double vsum(const double *x, double k) {
    v4 a = {x[0], x[1], x[2], x[3]};
    v4 b = a * a * k - 2.0 / a;
    return b.x + 2.0 * b.y + 3.0 * b.z + 4.0 * b.w;
}
// check: double vsum(double *x = {1.0, 2.0, -0.5, 4.0}, double k = 1.5)
// value: 116.625
// expect: x = {5.0, 13.0, 19.5, 48.5}, k = 73.75
