// Comparisons give masks of bits, with which numbers are chosen; signs are cleared and flipped by masks.
// flags: -mavx2 -mfma
#include <immintrin.h>
double chosen(const double *x, const double *y) {
    __m256d a = _mm256_loadu_pd(x), b = _mm256_loadu_pd(y);
    __m256d less = _mm256_cmp_pd(a, b, _CMP_LT_OQ);
    __m256d r = _mm256_blendv_pd(_mm256_mul_pd(a, a), _mm256_mul_pd(b, a), less);
    __m256d s = _mm256_or_pd(_mm256_and_pd(less, a), _mm256_andnot_pd(less, _mm256_mul_pd(b, b)));
    r = _mm256_add_pd(r, s);
    __m128d low = _mm256_castpd256_pd128(r), high = _mm256_extractf128_pd(r, 1);
    low = _mm_add_pd(low, _mm_mul_pd(high, high));
    low = _mm_hsub_pd(low, low);
    return _mm_cvtsd_f64(low) * (_mm256_movemask_pd(less) + 1);
}
double signs(const double *x) {
    __m256d a = _mm256_loadu_pd(x), sign = _mm256_set1_pd(-0.0);
    __m256d magnitude = _mm256_andnot_pd(sign, a), negative = _mm256_xor_pd(sign, magnitude);
    __m256d square = _mm256_or_pd(_mm256_and_pd(sign, a), _mm256_andnot_pd(sign, _mm256_mul_pd(a, a)));
    __m256i bits = _mm256_castpd_si256(_mm256_sub_pd(a, square));
    bits = _mm256_and_si256(bits, _mm256_set1_epi64x(0x7fffffffffffffffLL));
    __m256d r = _mm256_fmadd_pd(negative, magnitude, _mm256_mul_pd(square, _mm256_castsi256_pd(bits)));
    return r[0] + 2 * r[1] + 3 * r[2] + 4 * r[3];
}
// check: double chosen(double *x = {1, 2, 3.5, 4}, double *y = {4.5, 3.25, 2.5, 1.5})
// value: 24.75
// expect: x = {22, -17, 1036, -1168},
//     y = {4, -8, 740, -438}
// check: double signs(double *x = {1.2, -2.3, 3.4, -4.7})
// value: -1419.9402000000005
// expect: x = {0.19200000000000017, 74.795999999999978, 347.20799999999991, 1433.6880000000001}
