/* resizer_test.h: the main function of tests that define `resize`, its formats and filters: derivatives of resizing images of
 * floats, in reverse and forward mode and by differences, with the format known and read from a variable. */
#ifndef ZYMASE_TEST_RESIZER_TEST_H
#define ZYMASE_TEST_RESIZER_TEST_H

enum { W = 5, H = 4, OW = 3, OH = 6, C = 2 };
static enum datatype type = TYPE_FLOAT;
static void f(const float *in, float *out, enum colorspace space, enum filter filter) {
    resize(in, W, H, out, OW, OH, C, TYPE_FLOAT, space, filter);
}
static void g(const float *in, float *out, enum colorspace space, enum filter filter) {
    resize(in, W, H, out, OW, OH, C, type, space, filter);
}

typedef void map(const float *, float *, enum colorspace, enum filter);
static void test(map *m, enum colorspace space, enum filter filter, int which) {
    float in[W * H * C], seed[OW * OH * C], out[OW * OH * C], adjoint[W * H * C] = {0}, tangent[OW * OH * C];
    for (int i = 0; i < W * H * C; ++i) in[i] = 0.4f + 0.3f * sinf(1.7f * i);
    for (int i = 0; i < OW * OH * C; ++i) seed[i] = 1 + 0.5f * cosf(i);
    float shadow[OW * OH * C];
    memcpy(shadow, seed, sizeof seed);
    if (which)
        __enzyme_autodiff((void *)g, enzyme_dup, in, adjoint, enzyme_dup, out, shadow, enzyme_const, space, enzyme_const, filter);
    else
        __enzyme_autodiff((void *)f, enzyme_dup, in, adjoint, enzyme_dup, out, shadow, enzyme_const, space, enzyme_const, filter);
    double sum = 0, expected = 0;
    for (int i = 0; i < W * H * C; ++i) sum += adjoint[i];
    for (int i = 0; i < OW * OH * C; ++i) expected += seed[i];
    // The weights of each pixel add up to one.
    if (space == SPACE_LINEAR) check_close("expected", sum, expected, 1e-5);
    for (int k = 0; k < W * H * C; k += 7) {
        float direction[W * H * C] = {0};
        direction[k] = 1;
        if (which)
            __enzyme_fwddiff((void *)g, enzyme_dup, in, direction, enzyme_dup, out, tangent, enzyme_const, space, enzyme_const, filter);
        else
            __enzyme_fwddiff((void *)f, enzyme_dup, in, direction, enzyme_dup, out, tangent, enzyme_const, space, enzyme_const, filter);
        double forward = 0, difference = 0, h = 1e-2;
        for (int i = 0; i < OW * OH * C; ++i) forward += seed[i] * tangent[i];
        check_close("forward against reverse", forward, adjoint[k], 1e-5);
        float kept = in[k];
        in[k] = kept + h; m(in, out, space, filter);
        for (int i = 0; i < OW * OH * C; ++i) difference += seed[i] * out[i];
        in[k] = kept - h; m(in, out, space, filter);
        for (int i = 0; i < OW * OH * C; ++i) difference -= seed[i] * out[i];
        in[k] = kept;
        check_close("differences", difference / (2 * h), adjoint[k], 5e-3);
    }
}

int main(void) {
    for (int i = 0; i < 256; ++i) srgb_to_linear[i] = powf((i / 255.0f + 0.055f) / 1.055f, 2.4f);
    for (int space = 0; space < 2; ++space)
        for (int filter = 0; filter < 3; ++filter) {
            test(f, space, filter, 0);
            test(g, space, filter, 1);
        }
    uint8_t bytes[W * H * C], small[OW * OH * C];
    for (int i = 0; i < W * H * C; ++i) bytes[i] = 6 * i;
    if (!resize(bytes, W, H, small, OW, OH, C, TYPE_UINT8, SPACE_SRGB, FILTER_CUBIC)) return 1;
    return 0;
}

#endif
