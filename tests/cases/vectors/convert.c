// Conversions between vectors of float and double.
typedef double d4 __attribute__((ext_vector_type(4)));
typedef float f4 __attribute__((ext_vector_type(4)));
double convert(const float *x, double k) {
    f4 a = {x[0], x[1], x[2], x[3]};
    d4 b = __builtin_convertvector(a, d4) * k;
    f4 c = __builtin_convertvector(b * b, f4) + a;
    return (double)c.x + 2.0 * (double)c.y + 3.0 * (double)c.z + 4.0 * (double)c.w;
}
// check: double convert(float *x = {1.0, 2.0, -1.5, 0.5}, double k = 0.5)
// value: 6.6875
// expect: x = {1.5, 4.0, 0.75, 5.0}, k = 16.75
