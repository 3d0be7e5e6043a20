// Elementwise builtins on vectors become vector intrinsics.
typedef double v2 __attribute__((ext_vector_type(2)));
double vector_math(double x, double y) {
    v2 a = {x, y};
    v2 b = __builtin_elementwise_exp(a) + __builtin_elementwise_sin(a) * __builtin_elementwise_sqrt(a);
    v2 c = __builtin_elementwise_max(b, a * 3.0) + __builtin_elementwise_abs(-a) + __builtin_elementwise_fma(a, b, a);
    return c.x * 2.0 + c.y * a.x;
}
// check: double vector_math(double x = 0.8, double y = 1.7)
// value: 30.858336847432655
// expect: x = 43.103962712271896, y = 19.295816262186816
