// Handles of libraries in globals that were set before the derivative call: calls without derivatives receive them, directly,
// through functions that are not inlined, from structs, in local structs and beside registered rules.
#include <stdlib.h>

struct library {
    long calls;
    double last, *work;
    struct library *parent;
};
static struct library *handle, *table[3];
static struct {
    struct library *of;
    long calls;
} owner;
static struct library **indirect;

__attribute__((noinline)) static struct library *make(struct library *parent) {
    struct library *made = calloc(1, sizeof(struct library));
    made->work = calloc(4, sizeof(double));
    made->parent = parent;
    return made;
}
__attribute__((noinline)) static void note(struct library *to, const double *values, int n) {
    to->calls++;
    to->last = values[n - 1];
    to->work[0] += values[0];
}
__attribute__((noinline)) static struct library *parent_of(struct library *child) { return child->parent; }
struct message {
    struct library *to;
    const double *values;
};
__attribute__((noinline)) static void send(struct message *message) { note(message->to, message->values, 1); }
void *__enzyme_inactivefn_library[] = {(void *)note, (void *)parent_of, (void *)send};

__attribute__((constructor)) static void set_up(void) {
    handle = owner.of = make(make(NULL));
    for (int i = 0; i < 3; ++i)
        table[i] = handle;
    indirect = malloc(sizeof(*indirect));
    *indirect = handle;
}

// check: double direct(double *x = {1, 2, 3}, int n = 3)
// value: 14
// expect: x = {2, 4, 6}
double direct(double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        note(handle, &sum, 1);
        note(table[i], x, n);
        note(owner.of, x, n);
        note(parent_of(*indirect), x, n);
        owner.calls++;
        sum += x[i] * x[i];
    }
    return sum;
}

__attribute__((noinline)) static double product(struct library *to, double *x, int n) {
    to->calls++;
    note(to, x, 1);
    return n == 0 ? 1 : *x * product(to, x + 1, n - 1);
}
// check: double passed_on(double *x = {2, 3, 5, 0}, int n = 3)
// value: 30
// expect: x = {15, 10, 6, 0}
double passed_on(double *x, int n) { return product(handle, x, n); }

// check: double in_message(double *x = {2, 3}, int n = 2)
// value: 13
// expect: x = {4, 6}
double in_message(double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        struct message message = {handle, &sum};
        send(&message);
        sum += x[i] * x[i];
    }
    return sum;
}

__attribute__((noinline)) static double square(struct library *to, double *x) { return to->calls++, *x * *x; }
__attribute__((noinline)) static double augmented(struct library *to, struct library *none, double *x, double *dx) {
    return square(to, x);
}
static void reversed(struct library *to, struct library *none, double *x, double *dx, double seed) {
    to->calls++;
    *dx += 2 * *x * seed;
}
static double forward(struct library *to, struct library *none, double *x, double *dx) { return 2 * *x * *dx; }
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)augmented, (void *)reversed};
void *__enzyme_register_derivative_square[] = {(void *)square, (void *)forward};
// check: double with_rule(double *x = {2, 3})
// value: 13
// expect: x = {4, 6}
double with_rule(double *x) { return square(handle, x) + square(handle, x + 1); }
