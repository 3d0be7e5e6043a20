// run: AVX-512 as far as the machine has it: masks, directed rounding, parts of numbers, gathers, compression.
// flags: -mavx512f -mavx512dq -mavx512vl -mfma -lm
#include "check.h"
#include <immintrin.h>
#include <string.h>
extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static double masked(const double *x) {
    __m512d a = _mm512_loadu_pd(x);
    __m512d b = _mm512_permutexvar_pd(_mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7), a);
    __mmask8 less = _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ);
    __m512d c = _mm512_mask_mul_pd(a, less, a, b);
    c = _mm512_mask_add_round_pd(c, 0x55, c, b, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    c = _mm512_maskz_sqrt_pd(0x7f, _mm512_fmadd_pd(_mm512_max_pd(c, _mm512_set1_pd(0.1)), a, b));
    return _mm512_reduce_add_pd(c) + _mm512_mask_reduce_mul_pd(0x3, a) + _mm512_reduce_max_pd(a);
}

static double parts(const double *x) {
    __m512d a = _mm512_loadu_pd(x), two = _mm512_set1_pd(2);
    __m512d e = _mm512_getmant_pd(a, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_src);
    e = _mm512_fmadd_pd(e, _mm512_getexp_pd(a), _mm512_scalef_pd(a, _mm512_set1_pd(2.5)));
    e = _mm512_add_pd(e, _mm512_roundscale_pd(a, _MM_FROUND_TO_NEG_INF));
    __m512d r = _mm512_rcp14_pd(a), q = _mm512_rsqrt14_pd(a);
    for (int i = 0; i < 2; ++i) {
        r = _mm512_mul_pd(r, _mm512_fnmadd_pd(a, r, two));
        __m512d half = _mm512_mul_pd(_mm512_set1_pd(0.5), a);
        q = _mm512_mul_pd(q, _mm512_fnmadd_pd(half, _mm512_mul_pd(q, q), _mm512_set1_pd(1.5)));
    }
    return _mm512_reduce_add_pd(_mm512_add_pd(e, _mm512_mul_pd(r, q)));
}

static double places(const double *x) {
    __m512d a = _mm512_loadu_pd(x);
    __m512i order = _mm512_set_epi64(7, 0, 6, 1, 5, 2, 4, 3);
    __m512d g = _mm512_i64gather_pd(order, x, 8);
    double out[8], few[8] = {0}, sum = 0;
    memcpy(out, x, sizeof out);
    _mm512_mask_i64scatter_pd(out, 0x3c, order, _mm512_mul_pd(g, a), 8);
    __m512d c = _mm512_mask_compress_pd(a, 0xa5, g);
    c = _mm512_mask_expand_pd(c, 0x33, _mm512_mul_pd(c, c));
    sum += _mm512_reduce_add_pd(_mm512_permutex2var_pd(a, _mm512_set_epi64(1, 9, 2, 10, 3, 11, 4, 12), c));
    for (int i = 0; i < 8; ++i)
        sum += out[i] * (i + 1);
    _mm512_mask_compressstoreu_pd(few, 0xf1, a);
    __m512d p = _mm512_mask_expandloadu_pd(a, 0x81, few);
    sum += few[1] * few[2] * p[7];
    p = _mm512_mask_loadu_pd(a, 0x0f, few);
    return sum + p[0] * p[7];
}

static double directed(const double *x) {
    __m128d a = _mm_loadu_pd(x), b = _mm_loadu_pd(x + 2);
    a = _mm_add_round_sd(_mm_mask_add_sd(b, 1, a, b), b, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
    a = _mm_fmadd_round_sd(a, b, a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
    __m128d r = _mm_rcp14_sd(a, b);
    for (int i = 0; i < 2; ++i)
        r = _mm_mul_sd(r, _mm_fnmadd_sd(b, r, _mm_set1_pd(2)));
    a = _mm_mul_sd(a, r);
    __m512d z = _mm512_mul_round_pd(_mm512_broadcastsd_pd(a), _mm512_loadu_pd(x), _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    return _mm512_reduce_add_pd(_mm512_sqrt_round_pd(z, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC));
}

#define COMPARE(f)                                                                                                     \
    do {                                                                                                               \
        double x[8] = {1.1, 2.2, 3.3, 4.4, 4.5, 3.5, 2.5, 1.5}, d[8] = {0};                                            \
        __enzyme_autodiff((void *)f, enzyme_dup, x, d);                                                                \
        for (int k = 0; k < 8; ++k) {                                                                                  \
            double t[8] = {0}, at = x[k], h = 1e-6;                                                                    \
            t[k] = 1;                                                                                                  \
            check_close(#f " forward", __enzyme_fwddiff((void *)f, enzyme_dup, x, t), d[k], 1e-12);                    \
            x[k] = at + h;                                                                                             \
            double above = f(x);                                                                                       \
            x[k] = at - h;                                                                                             \
            double below = f(x);                                                                                       \
            x[k] = at;                                                                                                 \
            check_close(#f " differences", (above - below) / (2 * h), d[k], 1e-6);                                     \
        }                                                                                                              \
    } while (0)

int main(void) {
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl"))
        return 0;
    COMPARE(masked);
    COMPARE(parts);
    COMPARE(places);
    COMPARE(directed);
    return 0;
}
