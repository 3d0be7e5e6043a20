// Numbers behind a header that is no multiple of their size, in buffers that are copied as a whole and read at offsets in bytes.
#include <stdlib.h>
#include <string.h>

static double after_character(const double *x, int n) {
    size_t bytes = 1 + 8 * (size_t)n, offset = 1;
    unsigned char *p = malloc(bytes), *q = malloc(bytes);
    p[0] = (unsigned char)n;
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
        memcpy(p + 1 + 8 * i, &v, 8);
    }
    memcpy(q, p, bytes);
    double s = 0;
    for (int i = 0; i < q[0]; i++, offset += 8) {
        double v;
        memcpy(&v, q + offset, 8);
        s += v * (i + 1);
    }
    free(p);
    free(q);
    return s;
}
// check: double after_character(const double *x = {1, 2, 3}, int n = 3)
// value: 36
// expect: x = {2, 8, 18}

static double floats_after_three(const double *x, int n) {
    size_t bytes = 3 + 4 * (size_t)n, at = 3;
    unsigned char *p = malloc(bytes), *q = malloc(bytes);
    p[0] = 1;
    p[1] = 2;
    p[2] = (unsigned char)n;
    for (int i = 0; i < n; i++, at += 4) {
        float v = (float)(x[i] * x[i]);
        memcpy(p + at, &v, 4);
    }
    memmove(q, p, bytes);
    double s = 0;
    at = 3;
    for (int i = 0; i < q[2]; i++, at += 4) {
        float v;
        memcpy(&v, q + at, 4);
        s += (double)v * (i + 1);
    }
    free(p);
    free(q);
    return s;
}
// check: double floats_after_three(const double *x = {1, 2, 3}, int n = 3)
// value: 36
// expect: x = {2, 8, 18}
// differences: off (floats in between)
// tolerance: 1e-6

struct buffer {
    char *data;
    size_t size, capacity;
};
static void put(struct buffer *b, const void *p, size_t n) {
    if (b->size + n > b->capacity) {
        size_t capacity = 2 * b->capacity + n;
        char *data = malloc(capacity);
        if (b->size)
            memcpy(data, b->data, b->size);
        free(b->data);
        b->data = data;
        b->capacity = capacity;
    }
    memcpy(b->data + b->size, p, n);
    b->size += n;
}
static void get(const char *data, size_t *at, void *p, size_t n) {
    memcpy(p, data + *at, n);
    *at += n;
}
static double serialised(const double *x, int n) {
    struct buffer b = {0, 0, 0};
    put(&b, &n, sizeof n);
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
        put(&b, &v, sizeof v);
    }
    char *copy = malloc(b.size);
    memcpy(copy, b.data, b.size);
    size_t at = 0;
    int count;
    get(copy, &at, &count, sizeof count);
    double s = 0;
    for (int i = 0; i < count; i++) {
        double v;
        get(copy, &at, &v, sizeof v);
        s += v * (i + 1);
    }
    free(copy);
    free(b.data);
    return s;
}
// check: double serialised(const double *x = {1, 2, 3}, int n = 3)
// value: 36
// expect: x = {2, 8, 18}
// again: -g -O0 -O2
