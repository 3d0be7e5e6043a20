// Single precision: estimates of reciprocals, refined; lanes put in place; dot products.
// flags: -mavx2 -mfma
#include <immintrin.h>
static float sum(__m128 v) {
    __m128 shuffled = _mm_movehdup_ps(v);
    v = _mm_add_ps(v, shuffled);
    return _mm_cvtss_f32(_mm_add_ss(v, _mm_movehl_ps(shuffled, v)));
}
float estimates(const float *x, const float *y) {
    __m128 a = _mm_loadu_ps(x), b = _mm_loadu_ps(y);
    __m128 r = _mm_rcp_ps(a);
    r = _mm_mul_ps(r, _mm_sub_ps(_mm_set1_ps(2), _mm_mul_ps(a, r)));
    __m128 q = _mm_rsqrt_ps(b);
    q = _mm_mul_ps(q, _mm_sub_ps(_mm_set1_ps(1.5f), _mm_mul_ps(_mm_set1_ps(0.5f), _mm_mul_ps(b, _mm_mul_ps(q, q)))));
    __m128 s = _mm_rcp_ss(b);
    s = _mm_mul_ss(s, _mm_sub_ss(_mm_set_ss(2), _mm_mul_ss(b, s)));
    return sum(_mm_add_ps(r, _mm_mul_ps(q, a))) + _mm_cvtss_f32(s);
}
float placed(const float *x, const float *y) {
    __m128 a = _mm_loadu_ps(x), b = _mm_loadu_ps(y);
    __m128 d = _mm_add_ps(_mm_dp_ps(a, b, 0x71), _mm_insert_ps(a, b, 0x58));
    d = _mm_blendv_ps(_mm_min_ss(d, a), _mm_mul_ps(d, b), _mm_cmpgt_ps(a, b));
    d = _mm_cvtsd_ss(d, _mm_set_sd((double)x[1] * x[1]));
    return sum(d);
}
float turned(const float *x) {
    __m256 a = _mm256_loadu_ps(x);
    __m256 p = _mm256_dp_ps(a, _mm256_permutevar8x32_ps(a, _mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7)), 0xf3);
    p = _mm256_hadd_ps(p, a);
    p = _mm256_mul_ps(p, _mm256_max_ps(p, a));
    return sum(_mm_add_ps(_mm256_castps256_ps128(p), _mm256_extractf128_ps(p, 1)));
}
// check: float estimates(float *x = {1, 2, 3, 4}, float *y = {4.5, 3.5, 2.5, 1.5})
// value: 9.0093574523925781
// expect: x = {-0.52859556674957275, 0.28452247381210327, 0.52134442329406738, 0.75399655103683472},
//     y = {-0.10176100581884384, -0.15272071957588196, -0.37947332859039307, -1.0886621475219727}
// check: float placed(float *x = {1, 2, 3, 4}, float *y = {4.5, 3.5, 2.5, 1.5})
// value: 15
// expect: x = {0, 4, 2.5, 0},
//     y = {0, 1, 3, 0}
// check: float turned(float *x = {1, 2, 3, 4, 4.5, 3.5, 2.5, 1.5})
// value: 9938
// expect: x = {843, 1403, 1977, 2534, 2256, 1696, 1128, 568}
