// Nodes of an expression in a byte pool handed out by a bump allocator in a global.
#include <math.h>
#include <stddef.h>
#include <string.h>
static unsigned char pool[4096]; static size_t used;
static void *take(size_t n) { n = (n + 15) & ~(size_t)15; void *p = pool + used; used += n; return p; }
typedef struct node { int op; struct node *l, *r; double v; } node;
static node *leaf(double v) { node *n = take(sizeof *n); memset(n, 0, sizeof *n); n->v = v; return n; }
static node *bin(int op, node *l, node *r) {
    node *n = take(sizeof *n);
    n->op = op;
    n->l = l;
    n->r = r;
    n->v = 0;
    return n;
}
static double ev(node *n) {
    switch (n->op) {
        case 0: return n->v;
        case '+': return n->v = ev(n->l) + ev(n->r);
        case '*': return n->v = ev(n->l) * ev(n->r);
        default: return n->v = sin(ev(n->l));
    }
}
double arena(double x, double y, int n) {
    used = 0;
    node *t = leaf(x);
    for (int i = 0; i < n; i++) t = bin(i % 3 == 0 ? '*' : i % 3 == 1 ? '+' : 's', t, leaf(i % 2 ? y : x + i));
    double r = ev(t);
    return r + t->v * t->l->v;
}
// check: double arena(double x = 0.7, double y = 1.3, int n = 7)
// value: -1.4309464412339046
// expect: x = 1.25604378673116,
//     y = 1.686438284552977
