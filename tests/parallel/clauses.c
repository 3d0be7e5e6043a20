// Every clause and construct of OpenMP, each in a function of its own.
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
static int counter;
static double table[64];
static int helper(int i) { return i * 3 + 1; }
static void show(const char *s, double x) { printf("%s %.10g\n", s, x); }
static double sum_static(const double *a, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
static double sum_dyn(const double *a, int n, int chunk) {
  double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(dynamic, chunk)
  for (int i = 0; i < n; i++)
    s += a[i] * 2;
  return s;
}
static double sum_guided(const double *a, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(guided)
  for (int i = 0; i < n; i++)
    s += a[i] * 3;
  return s;
}
static double sum_runtime(const double *a, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(runtime)
  for (int i = 0; i < n; i++)
    s += a[i] * 4;
  return s;
}
static double sum_chunk(const double *a, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(static, 3)
  for (int i = n - 1; i >= 0; i -= 2)
    s += a[i];
  return s;
}
static int last(const int *a, int n) {
  int x = -1;
#pragma omp parallel for lastprivate(x)
  for (int i = 0; i < n; i++)
    x = a[i] * 2;
  return x;
}
static long fp(const int *a, int n, int k) {
  long t = 0;
  int w[4] = {k, k + 1, k + 2, k + 3};
#pragma omp parallel for firstprivate(w, k) reduction(+ : t)
  for (int i = 0; i < n; i++) {
    w[i & 3] += 0;
    t += a[i] * w[i & 3] + k;
  }
  return t;
}
static double priv(const double *a, int n) {
  double t;
  double s = 0;
#pragma omp parallel for private(t) reduction(max : s)
  for (int i = 0; i < n; i++) {
    t = a[i] * a[i];
    if (t > s)
      s = t;
  }
  return s;
}
static double coll(double *m, int n, int k) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      m[i * k + j] = i * 10 + j;
  double s = 0;
  for (int i = 0; i < n * k; i++)
    s += m[i] * (i + 1);
  return s;
}
static double ifc(const double *a, int n, int c) {
  double s = 0;
#pragma omp parallel for if (c > 2) reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
static int nthr(int k) {
  int r = 0;
#pragma omp parallel num_threads(k)
  {
#pragma omp single
    r = omp_get_num_threads();
  }
  return r * 100 + omp_get_num_threads();
}
static int crit(int n) {
  int s = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    {
      s += i;
      counter += 1;
    }
  }
  return s;
}
static int atom(int n) {
  int s = 0, m = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    s += i;
#pragma omp atomic update
    m |= i;
  }
  return s * 1000 + m;
}
static int barr(int n) {
  int a[64] = {0}, b[64];
#pragma omp parallel num_threads(n)
  {
    int t = omp_get_thread_num(), p = omp_get_num_threads();
    a[t] = t + 1;
#pragma omp barrier
    b[t] = a[(t + 1) % p] + (p == n ? 0 : 0);
    a[t] += 0;
#pragma omp barrier
    a[t] = b[t] * 2;
#pragma omp master
    counter = p > 0;
  }
  int s = 0;
  for (int i = 0; i < 1; i++)
    s += a[i] > 0;
  return s;
}
static double two_loops(double *a, double *b, int n) {
  double s = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      b[i] = a[n - 1 - i];
#pragma omp barrier
#pragma omp for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += b[i] * i;
  }
  return s;
}
static int sections(void) {
  int a = 0, b = 0, c = 0;
#pragma omp parallel sections
  {
#pragma omp section
    a = 1;
#pragma omp section
    b = 2;
#pragma omp section
    c = 3;
  }
  return a * 100 + b * 10 + c;
}
static int found_global;
static int finder(const int *a, int n, int key) {
  found_global = -1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (a[i] == key)
      found_global = i;
  return found_global;
}
static int finder_local(const int *a, int n, int key) {
  int f = -1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (a[i] == key)
      f = i;
  return f;
}
static int nested(int n) {
  int s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++) {
    int q = 0;
#pragma omp parallel for reduction(+ : q)
    for (int j = 0; j <= i; j++)
      q += j;
    s += q;
  }
  return s;
}
static int tasks(int n) {
  if (n < 2)
    return n;
  int x, y;
#pragma omp task shared(x)
  x = tasks(n - 1);
#pragma omp task shared(y)
  y = tasks(n - 2);
#pragma omp taskwait
  return x + y;
}
static int fib(int n) {
  int r;
#pragma omp parallel
#pragma omp single
  r = tasks(n);
  return r;
}
static int cancel(const int *a, int n) {
  int f = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) {
      if (a[i] == 7) {
#pragma omp atomic write
        f = 1;
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
  }
  return f;
}
static double ordered(int n) {
  double s = 1;
#pragma omp parallel for ordered
  for (int i = 0; i < n; i++) {
#pragma omp ordered
    s = s * 1.5 + i;
  }
  return s;
}
static int tp;
#pragma omp threadprivate(tp)
static int thrpriv(int n) {
  tp = 5;
  int s = 0;
#pragma omp parallel copyin(tp) reduction(+ : s)
  {
    tp += omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < n; i++)
      s += 5;
    s += tp - omp_get_thread_num() - 5;
  }
  return s + tp;
}
static double arr_red(const int *a, int n) {
  double h[8] = {0};
#pragma omp parallel for reduction(+ : h[ : 8])
  for (int i = 0; i < n; i++)
    h[a[i] & 7] += 1;
  double s = 0;
  for (int i = 0; i < 8; i++)
    s += h[i] * (i + 1);
  return s;
}
typedef struct {
  double re, im;
} C;
#pragma omp declare reduction(cadd:C : omp_out.re += omp_in.re, omp_out.im += omp_in.im)                               \
    initializer(omp_priv = (C){0, 0})
static double udr(const double *a, int n) {
  C c = {1, 2};
#pragma omp parallel for reduction(cadd : c)
  for (int i = 0; i < n; i++) {
    c.re += a[i];
    c.im -= a[i];
  }
  return c.re * 3 + c.im;
}
static double timeloop(double *a, double *b, int n, int T) {
  for (int t = 0; t < T; t++) {
    double c = 0.25 * (t + 1) / T;
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i] + c * (a[i - 1] - 2 * a[i] + a[i + 1]);
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * (i % 5);
  return s;
}
static double small_unroll(double *a) {
  double r = 0;
  for (int t = 0; t < 3; t++) {
    double buf[4] = {t, 1, 2, 3};
#pragma omp parallel for firstprivate(buf)
    for (int i = 0; i < 8; i++) {
      double w[5];
      for (int k = 0; k < 5; k++)
        w[k] = buf[(i + k) & 3] * k;
      double q = 0;
      for (int k = 0; k < 5; k++)
        q += w[(k * i) % 5];
      a[i] += q;
      buf[i & 3] = buf[i & 3];
    }
  }
  for (int i = 0; i < 8; i++)
    r += a[i] * (i + 1);
  return r;
}
static double vla(int n, int k) {
  double s = 0;
#pragma omp parallel reduction(+ : s)
  {
    double v[k];
    for (int i = 0; i < k; i++)
      v[i] = i;
#pragma omp for
    for (int i = 0; i < n; i++)
      s += v[i % k];
  }
  return s;
}
static int lockit(int n) {
  omp_lock_t l;
  omp_init_lock(&l);
  int s = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    omp_set_lock(&l);
    s += i;
    omp_unset_lock(&l);
  }
  omp_destroy_lock(&l);
  return s;
}
static long long loopvar64(long long n) {
  long long s = 0;
#pragma omp parallel for reduction(^ : s) schedule(static, 5)
  for (unsigned long long i = 3; i < (unsigned long long)n; i += 3)
    s ^= i * i;
  return s;
}
static int copypriv(void) {
  int r = 0;
#pragma omp parallel reduction(+ : r)
  {
    int x;
#pragma omp single copyprivate(x)
    x = 42;
    r += x == 42;
  }
  return r == omp_get_max_threads();
}
static double simd(const double *a, int n) {
  double s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
static int order_of(int n) {
  int prev = 0, max = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic compare
    if (max < i)
      max = i;
  }
  return max + prev;
}
static double taskloop(double *a, int n) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(10)
  for (int i = 0; i < n; i++)
    a[i] = sqrt(i);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
int main(int argc, char **argv) {
  int n = 1000;
  double *a = malloc(n * 8), *b = malloc(n * 8);
  int *k = malloc(n * 4);
  for (int i = 0; i < n; i++) {
    a[i] = (i * 37) % 101;
    k[i] = (i * 91) % 1000;
    b[i] = 0;
  }
  show("sum", sum_static(a, n));
  show("dyn", sum_dyn(a, n, argc * 4));
  show("guided", sum_guided(a, n));
  show("rt", sum_runtime(a, n));
  show("chunk", sum_chunk(a, n));
  show("last", last(k, n));
  show("fp", fp(k, n, argc));
  show("priv", priv(a, n));
  show("coll", coll(b, 20, 30));
  show("if", ifc(a, n, argc));
  show("if4", ifc(a, n, argc + 3));
  show("nthr", nthr(3));
  show("crit", crit(100));
  show("counter", counter);
  show("atom", atom(100));
  show("barr", barr(4));
  show("two", two_loops(a, b, n));
  show("sections", sections());
  show("finder", finder(k, n, 91));
  show("finder_local", finder_local(k, n, 182));
  show("nested", nested(20));
  show("fib", fib(12));
  show("cancel", cancel(k, n));
  show("ordered", ordered(20));
  show("tp", thrpriv(100));
  show("arr", arr_red(k, n));
  show("udr", udr(a, n));
  show("time", timeloop(a, b, n, 20));
  for (int i = 0; i < 8; i++)
    b[i] = 0;
  show("small", small_unroll(b));
  show("vla", vla(100, argc + 6));
  show("lock", lockit(100));
  show("l64", loopvar64(10000));
  show("copypriv", copypriv());
  for (int i = 0; i < n; i++)
    a[i] = i;
  show("simd", simd(a, n));
  show("order", order_of(99));
  show("taskloop", taskloop(a, n));
  show("helper", helper(2) + table[argc]);
  show("maxthr", omp_get_num_threads() * 10 + omp_in_parallel());
  int inp = 0, outp = omp_in_parallel(), lev0 = omp_get_level(), lev1 = 0, nt = 0;
#pragma omp parallel reduction(max : inp, lev1)
  {
    inp = omp_in_parallel() || omp_get_num_threads() == 1;
    lev1 = omp_get_level();
#pragma omp single
    nt = omp_get_num_threads();
  }
  show("inp", inp * 1000 + outp * 100 + lev0 * 10 + lev1);
  show("nt", nt == omp_get_max_threads());
  free(a);
  free(b);
  free(k);
  return 0;
}
