// Signs of single lanes flipped, masks for lanes of another width, comparisons of one lane as a mask.
// flags: -mavx2
#include <immintrin.h>
double flipped(const double *x) {
    __m128d a = _mm_loadu_pd(x), b = _mm_loadu_pd(x + 2);
    __m128d r = _mm_xor_pd(_mm_shuffle_pd(a, a, 0), _mm_set_pd(0.0, -0.0));
    __m128d less = _mm_cmplt_sd(a, b);
    r = _mm_mul_pd(r, b);
    return _mm_cvtsd_f64(_mm_add_sd(r, _mm_and_pd(less, _mm_mul_pd(a, b)))) + _mm_cvtsd_f64(_mm_unpackhi_pd(r, r));
}
float magnitudes(const float *x) {
    __m256i bits = _mm256_and_si256(_mm256_castps_si256(_mm256_loadu_ps(x)), _mm256_set1_epi64x(0x7fffffff7fffffffLL));
    __m256 a = _mm256_castsi256_ps(bits);
    a = _mm256_mul_ps(a, a);
    return a[0] + 2 * a[1] + 3 * a[2] + 4 * a[3] + a[4] * a[5] + a[6] * a[7];
}
// check: double flipped(double *x = {1.5, 2.5, 3.5, 4.25})
// value: 6.375
// expect: x = {4.25, 0, 0, 1.5}
// check: float magnitudes(float *x = {1.5, -2.5, 0.5, -1.25, 0.75, -3.5, 1.25, -0.25})
// expect: x = {3, -10, 3, -10, 18.375, -3.9375, 0.15625, -0.78125}
