// Particles that know their neighbours by pointer, in an array of pointers that is rotated; bit-fields.
#include <math.h>
#include <stdlib.h>
typedef struct part part;
struct part {
    double pos[2], vel[2], mass;
    part *nbr[2];
    unsigned alive : 1, kind : 3;
};
static void force(const part *a, const part *b, double *f) {
    double d[2] = {b->pos[0] - a->pos[0], b->pos[1] - a->pos[1]};
    double r2 = d[0]*d[0] + d[1]*d[1] + 0.1;
    double k = a->mass * b->mass / (r2 * sqrt(r2));
    f[0] += k * d[0];
    f[1] += k * d[1];
}
double particles(const double *x, int n, int steps) {
    part **ps = malloc(n * sizeof *ps);
    for (int i = 0; i < n; i++) {
        ps[i] = calloc(1, sizeof **ps);
        ps[i]->pos[0] = x[2*i];
        ps[i]->pos[1] = x[2*i+1];
        ps[i]->mass = 1 + 0.1 * i;
        ps[i]->alive = 1;
        ps[i]->kind = i;
    }
    for (int i = 0; i < n; i++) {
        ps[i]->nbr[0] = ps[(i + 1) % n];
        ps[i]->nbr[1] = i ? ps[i - 1] : NULL;
    }
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++) {
            part *p = ps[i];
            if (!p->alive) continue;
            double f[2] = {0};
            for (int k = 0; k < 2; k++) if (p->nbr[k] && p->nbr[k]->alive) force(p, p->nbr[k], f);
            for (int c = 0; c < 2; c++) {
                p->vel[c] += 0.1 * f[c] / p->mass;
                p->pos[c] += 0.1 * p->vel[c];
            }
            if (p->pos[0] > 2.95) {
                p->alive = 0;
                p->nbr[0]->mass += p->mass;
            }
        }
        part *t = ps[0];
        for (int i = 0; i + 1 < n; i++) ps[i] = ps[i + 1];
        ps[n - 1] = t;
    }
    double e = 0;
    for (int i = 0; i < n; i++) {
        e += ps[i]->mass * (ps[i]->vel[0] * ps[i]->vel[0] + ps[i]->pos[1]) * (ps[i]->alive + 1) * (ps[i]->kind + 1);
        free(ps[i]);
    }
    free(ps);
    return e;
}
// check: double particles(double *x = {0, 0, 1, 0.5, 2, -0.3, 3, 0.2}, int n = 4, int steps = 4)
// value: 2.2754993364755681
// expect: x = {3.657821677863228, 7.770467914279543, -3.736587994401563, 1.761170329595876, 0.2160262768500165, 6.511199089407163, -0.1372599603116833, 5.357162666717418}
// leaks: on
