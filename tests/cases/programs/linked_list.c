// A heap-allocated linked list is built, traversed with a running product, and released.
// leaks: on
#include <stdlib.h>

struct node {
    double value;
    int weight;
    struct node *next;
};

static struct node *prepend(struct node *head, double value, int weight) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->weight = weight;
    n->next = head;
    return n;
}

double list_sum(const double *x, int n, double decay) {
    struct node *head = NULL;
    for (int i = 0; i < n; ++i)
        head = prepend(head, x[i] * x[i], i + 1);
    double s = 0.0, f = 1.0;
    for (struct node *p = head; p; p = p->next) {
        s += p->value * p->weight * f;
        f *= decay;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return s;
}
// check: double list_sum(double *x = {1.0, -0.5, 2.0, 0.7, 1.3}, int n = 5, double decay = 0.8)
// value: 18.3636
// expect: x = {0.81920000000000015, -1.0240000000000002, 7.6800000000000006, 4.4799999999999995, 13}, decay = 24.168000000000003
