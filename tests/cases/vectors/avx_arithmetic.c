// Intrinsics that combine lanes: minima and maxima, sums of neighbours, dot products, single lanes.
// flags: -mavx2 -mfma
#include <immintrin.h>
double lanes(const double *x, const double *y) {
    __m256d a = _mm256_loadu_pd(x), b = _mm256_loadu_pd(y);
    __m256d m = _mm256_mul_pd(_mm256_max_pd(a, b), _mm256_sqrt_pd(_mm256_min_pd(a, b)));
    m = _mm256_addsub_pd(_mm256_hadd_pd(m, b), _mm256_hsub_pd(a, m));
    m = _mm256_fmaddsub_pd(m, a, b);
    m = _mm256_sub_pd(m, _mm256_floor_pd(a));
    double out[4];
    _mm256_storeu_pd(out, m);
    return out[0] * out[1] + out[2] * out[3];
}
double first_lanes(const double *x, const double *y) {
    __m128d a = _mm_loadu_pd(x), b = _mm_loadu_pd(y);
    __m128d s = _mm_min_sd(_mm_max_sd(_mm_sqrt_sd(a, b), a), _mm_set_sd(100.0));
    s = _mm_add_pd(s, _mm_dp_pd(a, b, 0x31));
    s = _mm_sub_sd(s, _mm_round_sd(a, b, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    s = _mm_mul_pd(s, _mm_shuffle_pd(a, b, 1));
    return _mm_cvtsd_f64(s) + 2 * _mm_cvtsd_f64(_mm_unpackhi_pd(s, s)) + x[1] * _mm_comilt_sd(a, b);
}
// check: double first_lanes(double *x = {1.2, 2.3}, double *y = {3.4, 4.7})
// value: 49.527990450354721
// expect: x = {7.8199999999999994, 32.343908891458575},
//     y = {7.9836750662286358, 5.2899999999999991}
// check: double lanes(double *x = {1.1, 2.2, 3.5, 4.1}, double *y = {4.5, 3.25, 2.5, 1.5})
// value: 648.91049580846379
// expect: x = {244.41003916029612, 74.175057099893095, 428.50393841793982, 107.52516445425334},
//     y = {30.743029021072001, 29.103825666778992, 335.73361148024264, 34.6153698728493}
