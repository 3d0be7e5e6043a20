// A queue of events of two kinds behind void pointers, handled by a table of callbacks with a shared context.
#include <math.h>
#include <stdlib.h>
typedef struct item { void *payload; struct item *prev, *next; int kind; } item;
typedef struct { item head; int n; } queue;
struct A { double w; int rep; }; struct B { double *vals; int n; };
static void qinit(queue *q) { q->head.prev = q->head.next = &q->head; q->n = 0; }
static void qpush(queue *q, int kind, void *p) {
    item *i = malloc(sizeof *i);
    i->payload = p;
    i->kind = kind;
    i->next = &q->head;
    i->prev = q->head.prev;
    i->prev->next = i;
    q->head.prev = i;
    q->n++;
}
static item *qpop(queue *q, int front) {
    item *i = front ? q->head.next : q->head.prev;
    i->prev->next = i->next;
    i->next->prev = i->prev;
    q->n--;
    return i;
}
typedef double (*handler)(void *, double, void *ctx);
static double ha(void *p, double s, void *ctx) {
    struct A *a = p;
    for (int i = 0; i < a->rep; i++) s = s * a->w + *(double *)ctx;
    return s;
}
static double hb(void *p, double s, void *ctx) {
    struct B *b = p;
    for (int i = 0; i < b->n; i++) s += b->vals[i] * b->vals[(i + 1) % b->n] * s * 0.1;
    *(double *)ctx *= 1.5;
    return s;
}
double events(const double *x, int n) {
    static const handler tab[] = {ha, hb};
    queue q;
    qinit(&q);
    for (int i = 0; i < n; i++)
    if (i & 1) {
        struct B *b = malloc(sizeof *b);
        b->n = 2;
        b->vals = malloc(2 * sizeof(double));
        b->vals[0] = x[i];
        b->vals[1] = x[0] * x[i];
        qpush(&q, 1, b);
    }
    else {
        struct A *a = malloc(sizeof *a);
        a->w = x[i];
        a->rep = i + 1;
        qpush(&q, 0, a);
    }
    double s = 1, ctx = x[n - 1];
    for (int front = 1; q.n; front ^= 1) {
        item *i = qpop(&q, front);
        s = tab[i->kind](i->payload, s, &ctx);
        if (i->kind) free(((struct B *)i->payload)->vals);
        free(i->payload);
        free(i);
    }
    return s * ctx;
}
// check: double events(double *x = {0.5, 0.3, 0.7, -0.4, 0.9}, int n = 5)
// value: 12.193553891575945
// expect: x = {0.5800711735841556, 0.1919274350368911, 23.61229346389691, -0.2550146937758708, 35.35431667453263}
// leaks: on
