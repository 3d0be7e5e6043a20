// Eight single-precision lanes and a reduction.
typedef float v8 __attribute__((ext_vector_type(8)));
float reduce(float *x, float s) {
    v8 a;
    for (int i = 0; i < 8; ++i)
        a[i] = x[i];
    v8 b = a * a * s;
    float r = 0.0f;
    for (int i = 0; i < 8; ++i)
        r += b[i] * (float)(i + 1);
    return r;
}
// check: float reduce(float *x = {1, 2, 3, 4, 0.5, -1, -2, -3}, float s = 0.5)
// value: 103.625
// expect: x = {1, 4, 9, 16, 2.5, -6, -14, -24}, s = 207.25
