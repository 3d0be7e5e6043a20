/* The checker: primal, central differences, forward and reverse mode against each other. */
#include <fenv.h>
int printf(const char *, ...), atoi(const char *), snprintf(char *, unsigned long, const char *, ...);
int fflush(void *);
unsigned alarm(unsigned);
extern const zf_program zf_table[];
extern const int zf_count;
enum { ZF_MAX = 64 };

static unsigned long zf_trace;
int ZT(int c) { zf_trace = (zf_trace ^ (unsigned long)(c + 1)) * 0x100000001b3ul; return c; }
int ZTI(int c) { ZT(c); return c; }
/* Also whether a value lies on the kink, which it may touch without crossing it. */
static void side(double a, double b) { ZT(a < b ? 0 : a > b ? 1 : 2); }
double zt_fabs(double a) { side(a, 0); return fabs(a); }
double zt_fmax(double a, double b) { side(a, b); return fmax(a, b); }
double zt_fmin(double a, double b) { side(a, b); return fmin(a, b); }
double zt_floor(double a) { double f = floor(a); ZT((int)f); side(a, f); return f; }
double zt_copysign(double a, double b) { side(a, 0); side(b, 0); return copysign(a, b); }

static int finite_(double v) { return v - v == 0.0; }
static int near(double a, double b, double scale, double tolerance) {
  return finite_(a) && finite_(b) && fabs(a - b) <= tolerance * (1.0 + scale);
}

/* The scalar that is differentiated: the result plus a weighted sum of the final contents of all arrays. */
static double objective(const zf_program *p, double ret, const double *out) {
  for (int i = 0; i < p->count; i++) ret += p->weight[i] * out[i];
  return ret;
}

static double reference_at(const zf_program *p, int slot, double step, unsigned long *trace) {
  double v[ZF_MAX], out[ZF_MAX] = {0}, ret = 0;
  for (int i = 0; i < p->count; i++) v[i] = p->point[i];
  if (slot >= 0) v[slot] += step;
  zf_trace = 0xcbf29ce484222325ul;
  p->reference(v, &ret, out);
  *trace = zf_trace;
  return objective(p, ret, out);
}

/* What derivatives may differ from differences by, relative to the largest of them. */
static double allowance(const zf_program *p) { return p->is_float ? 2e-3 : 1e-5; }

/* Differences of the reference copy; a reason to discard the program, or null. Where values overflow, even those that
   nobody uses, adjoints of 0 meet infinite factors (docs/conventions.md, "Zero adjoints and NaN"). */
static const char *differences(const zf_program *p, double *fd, double *largest) {
  enum { STEPS = 3 };
  unsigned long base, trace;
  feclearexcept(FE_ALL_EXCEPT);
  double f0 = reference_at(p, -1, 0.0, &base);
  if (!finite_(f0) || fabs(f0) > 1e6) return "range";
  if (fetestexcept(FE_OVERFLOW)) return "overflow";
  *largest = 0;
  double spread = 0, error = 0;
  for (int i = 0; i < p->count; i++) {
    fd[i] = 0;
    if (!p->active[i]) continue;
    double slope[STEPS], h = 2e-4;
    for (int k = 0; k < STEPS; k++, h /= 2) {
      double side[2];
      for (int s = 0; s < 2; s++) {
        side[s] = reference_at(p, i, s ? -h : h, &trace);
        if (trace != base) return "flip";
      }
      slope[k] = (side[0] - side[1]) / (2 * h);
      if (!finite_(slope[k])) return "range";
    }
    /* Two extrapolations: how far they are apart says how good they are. */
    double coarse = (4 * slope[1] - slope[0]) / 3;
    fd[i] = (4 * slope[2] - slope[1]) / 3;
    if (fabs(fd[i]) > *largest) *largest = fabs(fd[i]);
    if (fabs(slope[0] - slope[1]) > spread) spread = fabs(slope[0] - slope[1]);
    if (fabs(coarse - fd[i]) > error) error = fabs(coarse - fd[i]);
  }
  if (spread > 1e-3 * (1.0 + *largest) || error > 0.2 * allowance(p) * (1.0 + *largest)) return "rough";
  if (*largest > 1e5) return "steep";
  return 0;
}

typedef struct {
  int rev, fwd, primal;
  char text[200];
} report;

static void note(report *r, int *flag, const char *what, int slot, double got, double want) {
  if (!*flag && !r->text[0])
    snprintf(r->text, sizeof r->text, "%s[%d]: got %.15g, want %.15g", what, slot, got, want);
  *flag = 1;
}

/* The primal results seen inside a derivative call against a plain call. */
static void same_primal(const zf_program *p, report *r, const char *what, double got, double want, int have,
                        const double *out, const double *plain) {
  double tolerance = p->is_float ? 1e-4 : 1e-11;
  if (have && !near(got, want, fabs(want), tolerance)) note(r, &r->primal, what, -1, got, want);
  for (int i = 0; i < p->count; i++)
    if (!near(out[i], plain[i], fabs(plain[i]), tolerance)) note(r, &r->primal, what, i, out[i], plain[i]);
}

static void check_reverse(const zf_program *p, report *r, double ret, const double *plain, const double *fd,
                          double largest, double *grad) {
  double v[ZF_MAX], seed[ZF_MAX], out[ZF_MAX] = {0}, got = 0.0 / 0.0;
  for (int i = 0; i < p->count; i++) v[i] = p->point[i], seed[i] = p->weight[i], grad[i] = 0;
  p->reverse(v, seed, &got, out, grad);
  same_primal(p, r, "primal-in-reverse", got, ret, got == got, out, plain);
  for (int i = 0; i < p->count; i++)
    if (p->active[i] && !near(grad[i], fd[i], largest, allowance(p)))
      note(r, &r->rev, "reverse", i, grad[i], fd[i]);
}

static double tangent(const zf_program *p, report *r, const double *t, double ret, const double *plain) {
  double v[ZF_MAX], in[ZF_MAX], out[ZF_MAX] = {0}, tout[ZF_MAX] = {0}, got = 0.0 / 0.0, tret = 0;
  for (int i = 0; i < p->count; i++) v[i] = p->point[i], in[i] = t[i];
  p->forward(v, in, &got, out, &tret, tout);
  same_primal(p, r, "primal-in-forward", got, ret, got == got, out, plain);
  return objective(p, tret, tout);
}

static void check_forward(const zf_program *p, report *r, double ret, const double *plain, const double *fd,
                          double largest, const double *grad, int have_grad) {
  double t[ZF_MAX], all = 0, sum = 0, size = 0;
  for (int i = 0; i < p->count; i++) {
    if (!p->active[i]) continue;
    for (int j = 0; j < p->count; j++) t[j] = j == i;
    double d = tangent(p, r, t, ret, plain);
    if (!near(d, fd[i], largest, allowance(p))) note(r, &r->fwd, "forward", i, d, fd[i]);
    else if (have_grad && !r->rev && !near(d, grad[i], largest, p->is_float ? 1e-3 : 1e-9))
      note(r, &r->rev, "forward-against-reverse", i, d, grad[i]), r->fwd = 1;
    double c = 0.3 + 0.17 * (i % 5) - 0.9 * (i % 2);
    sum += c * d, size += fabs(c * d);
  }
  for (int i = 0; i < p->count; i++) t[i] = p->active[i] ? 0.3 + 0.17 * (i % 5) - 0.9 * (i % 2) : 0.0;
  all = tangent(p, r, t, ret, plain);
  if (!near(all, sum, size, p->is_float ? 1e-3 : 1e-9)) note(r, &r->fwd, "forward-combined", -1, all, sum);
}

/* Whether the reference copy takes the same way at a point on the second line as at the point itself. */
static int takes_the_same_way(const zf_program *p, double step, unsigned long base) {
  double v[ZF_MAX], out[ZF_MAX] = {0}, ret = 0;
  for (int i = 0; i < p->count; i++) v[i] = p->point[i] + step * p->second->second[i];
  zf_trace = 0xcbf29ce484222325ul;
  p->reference(v, &ret, out);
  return zf_trace == base;
}

/* The second derivative as a difference of first ones; whether it is good for anything: no kink near, and small error. */
static int difference_of_first(const zf_program *p, unsigned long base, double *result) {
  enum { STEPS = 3 };
  double slope[STEPS], h = 4e-4;
  for (int k = 0; k < STEPS; k++, h /= 2) {
    if (!takes_the_same_way(p, h, base) || !takes_the_same_way(p, -h, base)) return 0;
    slope[k] = (p->second->reverse(0.0, h) - p->second->reverse(0.0, -h)) / (2 * h);
    if (!finite_(slope[k])) return 0;
  }
  double coarse = (4 * slope[1] - slope[0]) / 3;
  *result = (4 * slope[2] - slope[1]) / 3;
  return fabs(slope[0] - slope[1]) <= 1e-3 * (1.0 + fabs(*result)) && fabs(coarse - *result) <= 2e-6 * (1.0 + fabs(*result));
}

/* Second derivatives: all mixtures of modes against each other, and against differences of first derivatives. Where a
   derivative divides by zero or the like, conventions decide, and nothing is asked. */
static void check_second(const zf_program *p) {
  static const char *const names[ZF_MIXTURES] = {"reverse over reverse", "forward over reverse", "reverse over forward",
                                                 "forward over forward", "swapped"};
  unsigned long base;
  double first[2], second[ZF_MIXTURES], largest = 0, difference = 0, tolerance = p->is_float ? 1e-3 : 1e-8;
  feclearexcept(FE_ALL_EXCEPT);
  double f0 = reference_at(p, -1, 0.0, &base);
  first[0] = p->second->reverse(0.0, 0.0), first[1] = p->second->forward(0.0, 0.0);
  for (int k = 0; k < ZF_MIXTURES; k++) {
    second[k] = p->second->mixtures[k](0.0, 0.0);
    if (fabs(second[k]) > largest) largest = fabs(second[k]);
  }
  const char *why = !finite_(f0) || fabs(f0) > 1e6 ? "range"
                    : fetestexcept(FE_OVERFLOW | FE_DIVBYZERO | FE_INVALID) ? "singular"
                    : largest > 1e5 || fabs(first[0]) > 1e5 ? "steep" : 0;
  if (why) { printf("D %d %s\n", p->id, why); return; }
  if (!near(first[0], first[1], fabs(first[1]), tolerance)) {
    printf("F %d second first derivatives: reverse %.15g, forward %.15g\n", p->id, first[0], first[1]);
    return;
  }
  for (int k = 0; k < ZF_MIXTURES; k++)
    for (int j = 0; j < k; j++)
      if (!near(second[k], second[j], largest, tolerance)) {
        printf("F %d second %s: got %.15g, %s: got %.15g\n", p->id, names[k], second[k], names[j], second[j]);
        return;
      }
  int is_known = !p->is_float && difference_of_first(p, base, &difference);
  if (is_known && !near(second[0], difference, largest, 1e-5)) {
    printf("F %d second %s: got %.15g, differences %.15g\n", p->id, names[0], second[0], difference);
    return;
  }
  printf("%c %d\n", largest > 1e-9 ? 'A' : 'Z', p->id);
}

static void check(const zf_program *p) {
  if (p->second) {
    check_second(p);
    return;
  }
  double fd[ZF_MAX], grad[ZF_MAX] = {0}, plain[ZF_MAX] = {0}, expect[ZF_MAX] = {0}, ret = 0, want = 0, largest = 0;
  const char *why = differences(p, fd, &largest);
  if (why) { printf("D %d %s\n", p->id, why); return; }
  p->primal(p->point, &ret, plain);
  p->reference(p->point, &want, expect);
  double tolerance = p->is_float ? 2e-4 : 1e-9;
  int same = near(ret, want, fabs(want), tolerance);
  for (int i = 0; i < p->count; i++) same &= near(plain[i], expect[i], fabs(expect[i]), tolerance);
  if (!same) { printf("%c %d %s\n", 'D', p->id, p->is_float ? "float-noise" : "unstable"); return; }
  report r = {0, 0, 0, ""};
  if (p->reverse) check_reverse(p, &r, ret, plain, fd, largest, grad);
  if (p->forward) check_forward(p, &r, ret, plain, fd, largest, grad, p->reverse != 0);
  if (r.rev || r.fwd || r.primal)
    printf("F %d %s%s%s%s\n", p->id, r.rev ? "reverse " : "", r.fwd ? "forward " : "", r.primal ? "primal " : "", r.text);
  else
    printf("%c %d\n", largest > 1e-9 ? 'A' : 'Z', p->id);
}

int main(int argc, char **argv) {
  int first = argc > 1 ? atoi(argv[1]) : 0, last = argc > 2 ? atoi(argv[2]) : zf_count;
  for (int k = first; k < last && k < zf_count; k++) {
    printf("S %d\n", zf_table[k].id);
    fflush(0);
    alarm(10);
    check(&zf_table[k]);
    fflush(0);
  }
  return 0;
}
