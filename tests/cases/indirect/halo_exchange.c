// run:
// Molecular dynamics: one exchange of neighbours, with functions that pack and unpack different structures behind `void *data`.
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdio.h>
#include "check.h"
extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);

typedef struct { int gid; int type; double rx, ry, rz, px, py, pz; } AtomMsg;
typedef struct { double fx, fy, fz; } ForceMsg;
typedef struct { int *order; int count; double shift[3]; } AtomParms;
typedef struct { int *send; int *receive; int count; } ForceParms;

typedef struct { int n, local; int *gid; int *type; double *r; double *p; double *f; double *u; } Atoms;

typedef struct Exchange {
    int capacity;
    int (*load)(void *parms, void *data, int face, char *buffer);
    void (*unload)(void *parms, void *data, int face, int size, char *buffer);
    void (*destroy)(void *parms);
    void *parms;
} Exchange;

static int load_atoms(void *vparms, void *data, int face, char *buffer) {
    AtomParms *parms = (AtomParms *)vparms;
    Atoms *s = (Atoms *)data;
    AtomMsg *out = (AtomMsg *)buffer;
    for (int i = 0; i < parms->count; ++i) {
        int k = parms->order[i];
        out[i].gid = s->gid[k];
        out[i].type = s->type[k];
        out[i].rx = s->r[3 * k] + (face ? -1 : 1) * parms->shift[0];
        out[i].ry = s->r[3 * k + 1] + parms->shift[1];
        out[i].rz = s->r[3 * k + 2] + parms->shift[2];
        out[i].px = s->p[3 * k]; out[i].py = s->p[3 * k + 1]; out[i].pz = s->p[3 * k + 2];
    }
    return parms->count * sizeof(AtomMsg);
}
static void unload_atoms(void *vparms, void *data, int face, int size, char *buffer) {
    (void)vparms; (void)face;
    Atoms *s = (Atoms *)data;
    AtomMsg *in = (AtomMsg *)buffer;
    int n = size / sizeof(AtomMsg);
    for (int i = 0; i < n; ++i) {
        int k = s->n++;
        s->gid[k] = in[i].gid; s->type[k] = in[i].type;
        s->r[3 * k] = in[i].rx; s->r[3 * k + 1] = in[i].ry; s->r[3 * k + 2] = in[i].rz;
        s->p[3 * k] = in[i].px; s->p[3 * k + 1] = in[i].py; s->p[3 * k + 2] = in[i].pz;
    }
}
static void destroy_atoms(void *vparms) { free(((AtomParms *)vparms)->order); }

typedef struct { double *dfEmbed; int boxes; int *ids; } EamData;
static int load_force(void *vparms, void *vdata, int face, char *buffer) {
    ForceParms *parms = (ForceParms *)vparms;
    EamData *data = (EamData *)vdata;
    ForceMsg *out = (ForceMsg *)buffer;
    for (int i = 0; i < parms->count; ++i) { out[i].fx = data->dfEmbed[parms->send[i]]; out[i].fy = face; out[i].fz = 0; }
    return parms->count * sizeof(ForceMsg);
}
static void unload_force(void *vparms, void *vdata, int face, int size, char *buffer) {
    ForceParms *parms = (ForceParms *)vparms;
    EamData *data = (EamData *)vdata;
    ForceMsg *in = (ForceMsg *)buffer;
    (void)face;
    for (int i = 0; i < (int)(size / sizeof(ForceMsg)); ++i) data->dfEmbed[parms->receive[i]] = in[i].fx;
}
static void destroy_force(void *vparms) { free(((ForceParms *)vparms)->send); free(((ForceParms *)vparms)->receive); }

static Exchange *make(int count, int kind) {
    Exchange *e = malloc(sizeof *e);
    e->capacity = 100;
    if (kind == 0) {
        AtomParms *p = malloc(sizeof *p);
        p->count = count; p->order = malloc(count * sizeof(int)); p->shift[0] = 10; p->shift[1] = p->shift[2] = 0;
        for (int i = 0; i < count; ++i) p->order[i] = i;
        e->parms = p; e->load = load_atoms; e->unload = unload_atoms; e->destroy = destroy_atoms;
    } else {
        ForceParms *p = malloc(sizeof *p);
        p->count = count; p->send = malloc(count * sizeof(int)); p->receive = malloc(count * sizeof(int));
        for (int i = 0; i < count; ++i) { p->send[i] = i; p->receive[i] = count + i; }
        e->parms = p; e->load = load_force; e->unload = unload_force; e->destroy = destroy_force;
    }
    return e;
}
static void exchange(Exchange *e, void *data) {
    char *send = malloc(sizeof(AtomMsg) * e->capacity), *receive = malloc(sizeof(AtomMsg) * e->capacity);
    for (int face = 0; face < 2; ++face) {
        int size = e->load(e->parms, data, face, send);
        memcpy(receive, send, size);
        e->unload(e->parms, data, face, size, receive);
    }
    free(send); free(receive);
}
static double energy(Atoms *s) {
    double e = 0;
    for (int i = 0; i < s->local; ++i)
        for (int j = i + 1; j < s->n; ++j) {
            double dx = s->r[3*i] - s->r[3*j], dy = s->r[3*i+1] - s->r[3*j+1], dz = s->r[3*i+2] - s->r[3*j+2];
            double r2 = dx * dx + dy * dy + dz * dz;
            e += 1 / (r2 * r2 * r2) - 1 / (r2 * r2);
        }
    return e;
}
static double total(Atoms *s, Exchange *e) {
    s->n = s->local;
    exchange(e, s);
    return energy(s);
}
enum { N = 4, M = 12 };
int main(void) {
    double r[3 * M] = {0, 0, 0, 1.5, 0.2, 0.1, 3.1, -0.3, 0.4, 4.4, 0.3, -0.2}, p[3 * M] = {0}, dr[3 * M] = {0}, dp[3 * M] = {0};
    double f[3 * M] = {0}, df[3 * M] = {0}, u[M] = {0}, du[M] = {0};
    int gid[M] = {0, 1, 2, 3}, type[M] = {0};
    Atoms s = {N, N, gid, type, r, p, f, u}, ds = {N, N, gid, type, dr, dp, df, du};
    Exchange *atoms = make(N, 0), *forces = make(N, 1);
    double embed[2 * N] = {1, 2, 3, 4};
    EamData eam = {embed, 0, 0};
    exchange(forces, &eam);
    check_close("embed", embed[N], 1, 1e-12);
    double initial[3 * N];
    memcpy(initial, r, sizeof initial);
    __enzyme_autodiff((void *)total, enzyme_dup, &s, &ds, enzyme_const, atoms);
    for (int k = 0; k < 3 * N; ++k) {
        double h = 1e-5, at[2];
        for (int side = 0; side < 2; ++side) {
            memcpy(r, initial, sizeof initial);
            r[k] += side ? h : -h;
            at[side] = total(&s, atoms);
        }
        check_close("dr", dr[k], (at[1] - at[0]) / (2 * h), 1e-5);
    }
    atoms->destroy(atoms->parms); forces->destroy(forces->parms);
    return 0;
}
