// An expression tree on the heap, evaluated by recursion over node kinds.
// leaks: on
#include <math.h>
#include <stdlib.h>

enum kind { LEAF, ADD, MUL, SIN, DIV };

struct expr {
    enum kind kind;
    double value;
    struct expr *left, *right;
};

static struct expr *make(enum kind kind, double value, struct expr *left, struct expr *right) {
    struct expr *e = malloc(sizeof *e);
    e->kind = kind;
    e->value = value;
    e->left = left;
    e->right = right;
    return e;
}

static double eval(const struct expr *e) {
    switch (e->kind) {
    case LEAF:
        return e->value;
    case ADD:
        return eval(e->left) + eval(e->right);
    case MUL:
        return eval(e->left) * eval(e->right);
    case DIV:
        return eval(e->left) / eval(e->right);
    case SIN:
        return sin(eval(e->left));
    }
    return 0.0;
}

static void drop(struct expr *e) {
    if (!e)
        return;
    drop(e->left);
    drop(e->right);
    free(e);
}

double tree(double x, double y, double z) {
    struct expr *e = make(ADD, 0, make(MUL, 0, make(LEAF, x, NULL, NULL), make(SIN, 0, make(LEAF, y, NULL, NULL), NULL)),
                          make(DIV, 0, make(LEAF, z, NULL, NULL), make(ADD, 0, make(LEAF, x, NULL, NULL), make(LEAF, 2.0, NULL, NULL))));
    double r = eval(e);
    drop(e);
    return r;
}
// check: double tree(double x = 1.3, double y = 0.7, double z = 2.1)
// value: 1.4738466297726347
// expect: x = 0.45138022167295272, y = 0.994294843469835, z = 0.30303030303030304
