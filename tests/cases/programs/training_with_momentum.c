// run:
// A training program: layers in a struct, backward passes by hand, momentum, and a recurrent cell, all inside of the differentiated function.
// The inlined gradient must not explode at -O3.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { IN = 3, HIDDEN = 4, OUT = 2, SAMPLES = 5, EPOCHS = 3, STEPS = 4 };
enum activation { TANH, RELU, SIGMOID, LINEAR };
struct layer { int in, out; enum activation kind; double *w, *b, *dw, *db, *vw, *vb, *x, *z, *y, *dy; };
struct net { int layers; struct layer layer[4]; };
static double act(enum activation k, double z) {
  switch (k) {
  case TANH: return tanh(z);
  case RELU: return z > 0 ? z : 0.01 * z;
  case SIGMOID: return 1 / (1 + exp(-z));
  default: return z;
  }
}
static double dact(enum activation k, double z, double y) {
  switch (k) {
  case TANH: return 1 - y * y;
  case RELU: return z > 0 ? 1 : 0.01;
  case SIGMOID: return y * (1 - y);
  default: return 1;
  }
}
static double *vec(int n) { return calloc(n, sizeof(double)); }
static void init(struct layer *l, int in, int out, enum activation k, const double *w) {
  l->in = in; l->out = out; l->kind = k;
  l->w = vec(in * out); l->b = vec(out); l->dw = vec(in * out); l->db = vec(out); l->vw = vec(in * out); l->vb = vec(out);
  l->x = vec(in); l->z = vec(out); l->y = vec(out); l->dy = vec(in > out ? in : out);
  memcpy(l->w, w, in * out * sizeof(double));
  for (int i = 0; i < out; ++i) l->b[i] = 0.01 * i;
}
static void forward(struct layer *l, const double *x) {
  memcpy(l->x, x, l->in * sizeof(double));
  for (int i = 0; i < l->out; ++i) {
    double s = l->b[i];
    for (int j = 0; j < l->in; ++j) s += l->w[i * l->in + j] * x[j];
    l->z[i] = s;
    l->y[i] = act(l->kind, s);
  }
}
static void backward(struct layer *l, const double *dy, double *dx) {
  for (int j = 0; j < l->in; ++j) dx[j] = 0;
  for (int i = 0; i < l->out; ++i) {
    double d = dy[i] * dact(l->kind, l->z[i], l->y[i]);
    l->db[i] += d;
    for (int j = 0; j < l->in; ++j) { l->dw[i * l->in + j] += d * l->x[j]; dx[j] += d * l->w[i * l->in + j]; }
  }
}
static void step(struct layer *l, double rate, double momentum) {
  for (int i = 0; i < l->in * l->out; ++i) { l->vw[i] = momentum * l->vw[i] - rate * l->dw[i]; l->w[i] += l->vw[i]; l->dw[i] = 0; }
  for (int i = 0; i < l->out; ++i) { l->vb[i] = momentum * l->vb[i] - rate * l->db[i]; l->b[i] += l->vb[i]; l->db[i] = 0; }
}
static void drop(struct layer *l) {
  free(l->w); free(l->b); free(l->dw); free(l->db); free(l->vw); free(l->vb); free(l->x); free(l->z); free(l->y); free(l->dy);
}
static double softmax(const double *y, int n, int label, double *dy) {
  double m = y[0], s = 0;
  for (int i = 1; i < n; ++i) if (y[i] > m) m = y[i];
  for (int i = 0; i < n; ++i) s += exp(y[i] - m);
  for (int i = 0; i < n; ++i) dy[i] = exp(y[i] - m) / s - (i == label);
  return m + log(s) - y[label];
}
static double train(const double *w, const double *data, const int *labels, double rate, double momentum) {
  struct net n = {3};
  init(&n.layer[0], IN, HIDDEN, TANH, w);
  init(&n.layer[1], HIDDEN, HIDDEN, RELU, w + IN * HIDDEN);
  init(&n.layer[2], HIDDEN, OUT, LINEAR, w + IN * HIDDEN + HIDDEN * HIDDEN);
  double loss = 0, d[2][HIDDEN];
  for (int e = 0; e < EPOCHS; ++e) {
    loss = 0;
    for (int s = 0; s < SAMPLES; ++s) {
      const double *x = data + s * IN;
      for (int l = 0; l < n.layers; ++l) { forward(&n.layer[l], x); x = n.layer[l].y; }
      loss += softmax(x, OUT, labels[s], d[0]);
      for (int l = n.layers - 1, k = 0; l >= 0; --l, k ^= 1) backward(&n.layer[l], d[k], d[k ^ 1]);
    }
    for (int l = 0; l < n.layers; ++l) step(&n.layer[l], rate / SAMPLES, momentum);
  }
  for (int l = 0; l < n.layers; ++l) drop(&n.layer[l]);
  return loss;
}
struct cell { double h[HIDDEN], c[HIDDEN]; };
static double sig(double v) { return 1 / (1 + exp(-v)); }
static void lstm(struct cell *s, const double *x, const double *w) {
  double g[4][HIDDEN];
  for (int q = 0; q < 4; ++q)
    for (int i = 0; i < HIDDEN; ++i) {
      double a = 0.1 * q;
      for (int j = 0; j < IN; ++j) a += w[((q * HIDDEN + i) * (IN + HIDDEN) + j) % 37] * x[j];
      for (int j = 0; j < HIDDEN; ++j) a += w[((q * HIDDEN + i) * (IN + HIDDEN) + IN + j) % 37] * s->h[j];
      g[q][i] = q == 3 ? tanh(a) : sig(a);
    }
  for (int i = 0; i < HIDDEN; ++i) { s->c[i] = g[0][i] * s->c[i] + g[1][i] * g[3][i]; s->h[i] = g[2][i] * tanh(s->c[i]); }
}
static double recurrent(const double *w, const double *data) {
  struct cell s = {{0}, {0}};
  double loss = 0;
  for (int t = 0; t < STEPS; ++t) {
    lstm(&s, data + t * IN, w);
    for (int i = 0; i < HIDDEN; ++i) { double e = s.h[i] - 0.1 * (t + i); loss += e * e; }
  }
  return loss;
}
static double objective(const double *w, const double *data, const int *labels, double rate) {
  return train(w, data, labels, rate, 0.9) + 0.3 * recurrent(w, data);
}
extern int enzyme_const, enzyme_dup, enzyme_out;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
int main(void) {
  enum { W = IN * HIDDEN + HIDDEN * HIDDEN + HIDDEN * OUT };
  double w[W + 37], g[W + 37] = {0}, data[SAMPLES * IN]; int labels[SAMPLES];
  for (int i = 0; i < W + 37; ++i) w[i] = sin(i * 1.7) * 0.7;
  for (int i = 0; i < SAMPLES * IN; ++i) data[i] = cos(i * 0.9);
  for (int i = 0; i < SAMPLES; ++i) labels[i] = i % OUT;
  __enzyme_autodiff((void *)objective, enzyme_dup, w, g, enzyme_const, data, enzyme_const, labels, enzyme_const, 0.1);
  int bad = 0;
  for (int i = 0; i < W; i += 5) {
    double dw[W + 37] = {0}; dw[i] = 1;
    double fw = __enzyme_fwddiff((void *)objective, enzyme_dup, w, dw, enzyme_const, data, enzyme_const, labels, enzyme_const, 0.1);
    double k = w[i]; w[i] = k + 1e-6; double a = objective(w, data, labels, 0.1); w[i] = k - 1e-6; double b = objective(w, data, labels, 0.1); w[i] = k;
    double fd = (a - b) / 2e-6;
    if (fabs(fw - g[i]) > 1e-10 || fabs(fw - fd) > 1e-6) { printf("%d: %g %g %g\n", i, g[i], fw, fd); bad = 1; }
  }
  puts(bad ? "BAD" : "OK");
  return bad;
}
