// Memory under masks, gathered numbers, lanes that are chosen by integers.
// flags: -mavx2 -mfma
#include <immintrin.h>
double moved(const double *x) {
    __m256i odd = _mm256_set_epi64x(0, -1, 0, -1);
    __m256d t = _mm256_maskload_pd(x, odd);
    double out[4] = {x[0], x[1], x[2], x[3]};
    _mm256_maskstore_pd(out, _mm256_set_epi64x(-1, -1, 0, 0), _mm256_mul_pd(t, t));
    __m128i order = _mm_set_epi32(3, 1, 2, 0);
    __m256d g = _mm256_mul_pd(_mm256_i32gather_pd(x, order, 8),
                              _mm256_i64gather_pd(x, _mm256_set_epi64x(0, 0, 1, 3), 8));
    __m256d some = _mm256_mask_i32gather_pd(t, x, order, _mm256_castsi256_pd(odd), 8);
    g = _mm256_add_pd(g, _mm256_mul_pd(some, some));
    g = _mm256_permute4x64_pd(_mm256_permutevar_pd(g, _mm256_set_epi64x(0, 2, 0, 2)), 0x1b);
    return out[0] * g[0] + out[1] * g[1] + out[2] * g[2] + out[3] * g[3];
}
double turned(const double *x, int n) {
    double sum = 0;
    __m256d a = _mm256_loadu_pd(x);
    for (int i = 0; i < n; ++i) {
        __m256d p = _mm256_permutevar_pd(a, _mm256_set_epi64x(i, 2 * i, 3 * i, i * i));
        sum += p[0] * p[1] + p[2] * p[3] * i;
    }
    return sum;
}
// check: double moved(double *x = {1.2, 2.3, 3.4, 4.7})
// value: 104.47679999999998
// expect: x = {103.69599999999998, 12.599999999999998, 48.143999999999998, 16.631999999999998}
// check: double turned(double *x = {1.2, 2.3, 3.4, 4.7}, int n = 6)
// value: 252.95000000000005
// expect: x = {14.099999999999998, 3.5999999999999996, 64.799999999999997, 55.399999999999999}
