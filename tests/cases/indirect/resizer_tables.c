// run:
// An image resizer with tables of functions that decode and encode pixels: bytes, sRGB and floats.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
enum { BYTE, SRGB, SHORT, HALFISH, FLOAT, KINDS };
typedef void decode_fn(float *out, int n, const void *in);
typedef void encode_fn(void *out, int n, const float *in);
static void decode_byte(float *out, int n, const void *vin) { const unsigned char *in = vin; for (int i = 0; i < n; ++i) out[i] = in[i] / 255.0f; }
static void decode_short(float *out, int n, const void *vin) { const unsigned short *in = vin; for (int i = 0; i < n; ++i) out[i] = in[i] / 65535.0f; }
static float table[256];
static void decode_srgb(float *out, int n, const void *vin) { const unsigned char *in = vin; for (int i = 0; i < n; ++i) out[i] = table[in[i]]; }
static void decode_float(float *out, int n, const void *vin) { const float *in = vin; memcpy(out, in, n * sizeof(float)); }
static void encode_byte(void *vout, int n, const float *in) { unsigned char *out = vout; for (int i = 0; i < n; ++i) { float f = in[i] * 255 + 0.5f; out[i] = f < 0 ? 0 : f > 255 ? 255 : (unsigned char)f; } }
static void encode_short(void *vout, int n, const float *in) { unsigned short *out = vout; for (int i = 0; i < n; ++i) { float f = in[i] * 65535 + 0.5f; out[i] = f < 0 ? 0 : f > 65535 ? 65535 : (unsigned short)f; } }
static unsigned char to_srgb(float in) {
    static const unsigned tab[4] = {0x0073000d, 0x007a000d, 0x0080000d, 0x0087000d};
    union { unsigned u; float f; } f, almost_one = {0x3f7fffff}, least = {(127 - 13) << 23};
    if (!(in > least.f)) return 0;
    if (in > almost_one.f) return 255;
    f.f = in;
    unsigned t = tab[((f.u - least.u) >> 20) & 3], bias = (t >> 16) << 9, scale = t & 0xffff, m = (f.u >> 12) & 0xff;
    return (unsigned char)((bias + scale * m) >> 16);
}
static void encode_srgb(void *vout, int n, const float *in) { unsigned char *out = vout; for (int i = 0; i < n; ++i) out[i] = to_srgb(in[i]); }
static void encode_float(void *vout, int n, const float *in) { memcpy(vout, in, n * sizeof(float)); }
static decode_fn *const decoders[KINDS] = {decode_byte, decode_srgb, decode_short, decode_short, decode_float};
static encode_fn *const encoders[KINDS] = {encode_byte, encode_srgb, encode_short, encode_short, encode_float};
static const int sizes[KINDS] = {1, 1, 2, 2, 4};
typedef struct { const void *in; int in_w; void *out; int out_w; int in_kind, out_kind; decode_fn *decode; encode_fn *encode; float *line, *result; } Resize;
static void set(Resize *r, const void *in, int in_w, int in_kind, void *out, int out_w, int out_kind) {
    memset(r, 0, sizeof *r);
    r->in = in; r->in_w = in_w; r->out = out; r->out_w = out_w; r->in_kind = in_kind; r->out_kind = out_kind;
    r->decode = decoders[in_kind]; r->encode = encoders[out_kind];
}
static void run(Resize *r, int rows) {
    r->line = malloc(r->in_w * sizeof(float)); r->result = malloc(r->out_w * sizeof(float));
    for (int y = 0; y < rows; ++y) {
        r->decode(r->line, r->in_w, (const char *)r->in + (size_t)y * r->in_w * sizes[r->in_kind]);
        for (int i = 0; i < r->out_w; ++i) {
            float at = (i + 0.5f) * r->in_w / r->out_w - 0.5f;
            int k = (int)floorf(at); float t = at - k;
            float a = r->line[k < 0 ? 0 : k], b = r->line[k + 1 < r->in_w ? k + 1 : r->in_w - 1];
            r->result[i] = a * (1 - t) + b * t;
        }
        r->encode((char *)r->out + (size_t)y * r->out_w * sizes[r->out_kind], r->out_w, r->result);
    }
    free(r->line); free(r->result);
}
void resize(const void *in, int in_w, int in_kind, void *out, int out_w, int out_kind, int rows) {
    Resize r;
    set(&r, in, in_w, in_kind, out, out_w, out_kind);
    run(&r, rows);
}
static float f(const float *in, float *out) {
    resize(in, 4, FLOAT, out, 6, FLOAT, 2);
    float s = 0;
    for (int i = 0; i < 12; ++i) s += out[i] * out[i] * (i + 1);
    return s;
}
int main(void) {
    float in[8] = {0.1f, 0.5f, 0.3f, 0.9f, 0.2f, 0.6f, 0.8f, 0.4f}, d[8] = {0}, out[12], dout[12] = {0};
    unsigned char bytes[8] = {0, 128, 255, 17, 1, 2, 3, 4}, small[12];
    resize(bytes, 4, BYTE, small, 6, SRGB, 2);
    resize(bytes, 4, SRGB, small, 6, BYTE, 2);
    __enzyme_autodiff((void *)f, enzyme_dup, in, d, enzyme_dup, out, dout);
    for (int i = 0; i < 8; ++i) {
        float h = 1e-2f, keep = in[i];
        in[i] = keep + h; float up = f(in, out);
        in[i] = keep - h; float down = f(in, out);
        in[i] = keep;
        check_close("d", d[i], (up - down) / (2 * h), 2e-3);
    }
    return 0;
}
