// Reductions over vectors: sums, products and the maximum take the right lanes.
typedef double v4 __attribute__((ext_vector_type(4)));
double reductions(double *x) {
    v4 a = {x[0], x[1], x[2], x[3]};
    return __builtin_reduce_max(a * a) + 10.0 * __builtin_reduce_min(a) + a.x * a.y * a.z * a.w;
}
// check: double reductions(double *x = {1.0, -3.0, 2.0, 0.5})
// value: -24
// expect: x = {-3.0, 5.0, -1.5, -6.0}
