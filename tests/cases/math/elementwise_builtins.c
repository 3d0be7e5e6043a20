// Scalar elementwise builtins of clang become llvm intrinsics directly.
double elementwise(double x, double y) {
    double a = __builtin_elementwise_exp(x) + __builtin_elementwise_log(y) * __builtin_elementwise_sin(x);
    double b = __builtin_elementwise_pow(y, x) - __builtin_elementwise_cos(y) + __builtin_elementwise_sqrt(y);
    double c = __builtin_elementwise_abs(x) * __builtin_elementwise_max(x, y) + __builtin_elementwise_min(x, y);
    double d = __builtin_elementwise_fma(x, y, a) + __builtin_elementwise_copysign(x, y) + __builtin_elementwise_floor(y) * x;
    return a * b + c * d;
}
// check: double elementwise(double x = -0.7, double y = 2.6)
// value: -3.3103798351414164
// expect: x = 13.230466438065682, y = -3.7293796496687252
