// An image resizer: how pixels are decoded and encoded is chosen by a switch, by data type and colour space. What only other
// formats run reads the same memory as integers.
// run:
// flags: -lm -gline-tables-only
#include "check.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);

enum datatype { TYPE_UINT8, TYPE_UINT16, TYPE_UINT32, TYPE_FLOAT };
enum colorspace { SPACE_LINEAR, SPACE_SRGB };
enum filter { FILTER_BOX, FILTER_TRIANGLE, FILTER_CUBIC };

typedef float kernel_fn(float x, float scale, void *user);

struct contributors { int first, last; };
struct info {
    const void *input;
    void *output;
    int in_w, in_h, out_w, out_h, channels;
    enum datatype type;
    enum colorspace space;
    enum filter filter;
    struct contributors *horizontal, *vertical;
    float *horizontal_weights, *vertical_weights;
    int width_of_weights;
    float *decode_buffer, *ring, *line;
};

static const uint32_t linear_to_srgb[104] = {
    0x0073000d, 0x007a000d, 0x0080000d, 0x0087000d, 0x008d000d, 0x0094000d, 0x009a000d, 0x00a1000d, 0x00a7001a, 0x00b4001a,
    0x00c1001a, 0x00ce001a, 0x00da001a, 0x00e7001a, 0x00f4001a, 0x0101001a, 0x010e0033, 0x01280033, 0x01410033, 0x015b0033,
    0x01750033, 0x018f0033, 0x01a80033, 0x01c20033, 0x01dc0067, 0x020f0067, 0x02430067, 0x02760067, 0x02aa0067, 0x02dd0067,
};
static float srgb_to_linear[256];

union number { uint32_t u; float f; };
static uint8_t encode_srgb(float in) {
    static const union number almost_one = {0x3f7fffff}, smallest = {(127 - 13) << 23};
    union number f;
    if (!(in > smallest.f)) in = smallest.f;
    if (in > almost_one.f) in = almost_one.f;
    f.f = in;
    uint32_t tab = linear_to_srgb[(f.u - smallest.u) >> 20];
    uint32_t bias = (tab >> 16) << 9, scale = tab & 0xffff, t = (f.u >> 12) & 0xff;
    return (uint8_t)((bias + scale * t) >> 16);
}

static void decode_float_srgb(float *out, int n, const void *in) {
    const float *v = in;
    for (int i = 0; i < n; ++i) out[i] = v[i] <= 0.04045f ? v[i] / 12.92f : powf((v[i] + 0.055f) / 1.055f, 2.4f);
}
static void encode_float_srgb(void *out, int n, const float *in) {
    float *v = out;
    for (int i = 0; i < n; ++i) v[i] = in[i] <= 0.0031308f ? in[i] * 12.92f : 1.055f * powf(in[i], 1 / 2.4f) - 0.055f;
}

static const int bytes_of_type[4] = {1, 2, 4, 4};

static float box(float x, float scale, void *user) { return x > -0.5f && x <= 0.5f; }
static float triangle(float x, float scale, void *user) { x = fabsf(x); return x <= 1 ? 1 - x : 0; }
static float cubic(float x, float scale, void *user) {
    x = fabsf(x);
    if (x < 1) return (4 + x * x * (3 * x - 6)) / 6;
    return x < 2 ? (8 + x * (-12 + x * (6 - x))) / 6 : 0;
}
static kernel_fn *const kernels[] = {box, triangle, cubic};
static const float supports[] = {0.5f, 1, 2};

static void find_weights(struct contributors *c, float *weights, int width, int in, int out, enum filter filter) {
    float scale = (float)out / in, narrow = scale < 1 ? scale : 1;
    for (int o = 0; o < out; ++o) {
        float center = (o + 0.5f) / scale, radius = supports[filter] / narrow, total = 0;
        int first = (int)floorf(center - radius), last = (int)floorf(center + radius);
        c[o].first = first < 0 ? 0 : first;
        c[o].last = last > in - 1 ? in - 1 : last;
        for (int i = c[o].first; i <= c[o].last; ++i) {
            float w = kernels[filter]((i + 0.5f - center) * narrow, scale, NULL);
            weights[o * width + i - c[o].first] = w;
            total += w;
        }
        for (int i = c[o].first; i <= c[o].last; ++i) weights[o * width + i - c[o].first] /= total;
    }
}
#define CASE(type, space) ((type) * 2 + (space))
static void decode_line(struct info *s, int samples, const void *input) {
    float *out = s->decode_buffer;
    switch (CASE(s->type, s->space)) {
        case CASE(TYPE_UINT8, SPACE_LINEAR):
            for (int i = 0; i < samples; ++i) out[i] = ((const unsigned char *)input)[i] / 255.0f;
            break;
        case CASE(TYPE_UINT8, SPACE_SRGB):
            for (int i = 0; i < samples; ++i) out[i] = srgb_to_linear[((const unsigned char *)input)[i]];
            break;
        case CASE(TYPE_UINT16, SPACE_LINEAR):
        case CASE(TYPE_UINT16, SPACE_SRGB):
            for (int i = 0; i < samples; ++i) out[i] = ((const unsigned short *)input)[i] / 65535.0f;
            break;
        case CASE(TYPE_UINT32, SPACE_LINEAR):
        case CASE(TYPE_UINT32, SPACE_SRGB):
            for (int i = 0; i < samples; ++i) out[i] = (float)(((const unsigned int *)input)[i] / 4294967295.0);
            break;
        case CASE(TYPE_FLOAT, SPACE_LINEAR):
            for (int i = 0; i < samples; ++i) out[i] = ((const float *)input)[i];
            break;
        case CASE(TYPE_FLOAT, SPACE_SRGB):
            decode_float_srgb(out, samples, input);
            break;
        default: abort();
    }
}
static void encode_line(struct info *s, void *output, int samples, float *in) {
    switch (CASE(s->type, s->space)) {
        case CASE(TYPE_UINT8, SPACE_LINEAR):
            for (int i = 0; i < samples; ++i) ((unsigned char *)output)[i] = (unsigned char)(in[i] * 255 + 0.5f);
            break;
        case CASE(TYPE_UINT8, SPACE_SRGB):
            for (int i = 0; i < samples; ++i) ((unsigned char *)output)[i] = encode_srgb(in[i]);
            break;
        case CASE(TYPE_UINT16, SPACE_LINEAR):
        case CASE(TYPE_UINT16, SPACE_SRGB):
            for (int i = 0; i < samples; ++i) ((unsigned short *)output)[i] = (unsigned short)(in[i] * 65535 + 0.5f);
            break;
        case CASE(TYPE_UINT32, SPACE_LINEAR):
        case CASE(TYPE_UINT32, SPACE_SRGB):
            for (int i = 0; i < samples; ++i) ((unsigned int *)output)[i] = (unsigned int)(in[i] * 4294967295.0 + 0.5);
            break;
        case CASE(TYPE_FLOAT, SPACE_LINEAR):
            for (int i = 0; i < samples; ++i) ((float *)output)[i] = in[i];
            break;
        case CASE(TYPE_FLOAT, SPACE_SRGB):
            encode_float_srgb(output, samples, in);
            break;
        default: abort();
    }
}
static void resample_line(struct info *s, int y, float *to) {
    const char *row = (const char *)s->input + (size_t)y * s->in_w * s->channels * bytes_of_type[s->type];
    decode_line(s, s->in_w * s->channels, row);
    for (int x = 0; x < s->out_w; ++x)
        for (int k = 0; k < s->channels; ++k) {
            float sum = 0;
            for (int i = s->horizontal[x].first; i <= s->horizontal[x].last; ++i)
                sum += s->horizontal_weights[x * s->width_of_weights + i - s->horizontal[x].first] *
                       s->decode_buffer[i * s->channels + k];
            to[x * s->channels + k] = sum;
        }
}
static void resample(struct info *s) {
    int samples = s->out_w * s->channels;
    for (int y = 0; y < s->in_h; ++y) resample_line(s, y, s->ring + y * samples);
    for (int y = 0; y < s->out_h; ++y) {
        memset(s->line, 0, samples * sizeof(float));
        for (int i = s->vertical[y].first; i <= s->vertical[y].last; ++i)
            for (int x = 0; x < samples; ++x)
                s->line[x] += s->vertical_weights[y * s->width_of_weights + i - s->vertical[y].first] * s->ring[i * samples + x];
        encode_line(s, (char *)s->output + (size_t)y * samples * bytes_of_type[s->type], samples, s->line);
    }
}

int resize(const void *input, int in_w, int in_h, void *output, int out_w, int out_h, int channels, enum datatype type,
           enum colorspace space, enum filter filter) {
    struct info s = {input, output, in_w, in_h, out_w, out_h, channels, type, space, filter};
    int most = in_w > in_h ? in_w : in_h;
    s.width_of_weights = most;
    size_t w = (size_t)out_w * most, h = (size_t)out_h * most, line = (size_t)in_w * channels;
    size_t ring = (size_t)out_w * channels * in_h, contributors = (out_w + out_h) * sizeof(struct contributors);
    char *memory = malloc(contributors + (w + h + line + ring + (size_t)out_w * channels) * sizeof(float));
    if (!memory) return 0;
    s.horizontal = (struct contributors *)memory;
    s.vertical = s.horizontal + out_w;
    s.horizontal_weights = (float *)(memory + contributors);
    s.vertical_weights = s.horizontal_weights + w;
    s.decode_buffer = s.vertical_weights + h;
    s.ring = s.decode_buffer + line;
    s.line = s.ring + ring;
    find_weights(s.horizontal, s.horizontal_weights, most, in_w, out_w, filter);
    find_weights(s.vertical, s.vertical_weights, most, in_h, out_h, filter);
    resample(&s);
    free(memory);
    return 1;
}

#include "resizer_test.h"
