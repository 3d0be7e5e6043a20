// Shuffles and swizzles permute derivatives; a repeated lane accumulates.
typedef double v4 __attribute__((ext_vector_type(4)));
double shuffled(double *x) {
    v4 a = {x[0], x[1], x[2], x[3]};
    v4 b = a.wzyx * a;
    v4 c = __builtin_shufflevector(a, b, 0, 5, 2, 2);
    return c.x + 10.0 * c.y + 100.0 * c.z * c.w;
}
// check: double shuffled(double *x = {1.0, 2.0, 3.0, 5.0})
// value: 961
// expect: x = {1.0, 30.0, 620.0, 0.0}
