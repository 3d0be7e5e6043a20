// Classes, exceptions, lambdas and containers in parallel regions.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <omp.h>
#include <stdexcept>
#include <string>
#include <vector>
struct V {
  double x, y;
  V(double a = 0, double b = 0) : x(a), y(b) {}
  V operator+(const V &o) const { return V(x + o.x, y + o.y); }
  ~V() {}
};
#pragma omp declare reduction(+ : V : omp_out = omp_out + omp_in) initializer(omp_priv = V())
struct Grid {
  std::vector<double> d;
  int n;
  Grid(int n) : d(n * n), n(n) {}
  double &at(int i, int j) { return d[i * n + j]; }
  void step(Grid &o) {
#pragma omp parallel for collapse(2)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        o.at(i, j) = 0.25 * (at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1));
  }
  double total() {
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (size_t i = 0; i < d.size(); i++)
      s += d[i];
    return s;
  }
};
template <class F> void par(int n, F f) {
#pragma omp parallel for schedule(dynamic, 7)
  for (int i = 0; i < n; i++)
    f(i);
}
int throwing(int n) {
  int caught = 0;
#pragma omp parallel for reduction(+ : caught)
  for (int i = 0; i < n; i++) {
    try {
      if (i % 3 == 0)
        throw std::runtime_error("x");
      if (i % 5 == 0)
        throw i;
    } catch (const std::exception &e) {
      caught += 1;
    } catch (int k) {
      caught += k;
    }
  }
  return caught;
}
int strings(int n) {
  std::vector<std::string> v(n);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    std::string s = std::to_string(i);
    s += "-";
    s += s;
    v[i] = s;
  }
  int t = 0;
  for (auto &s : v)
    t += s.size() * s[0];
  return t;
}
struct Base {
  virtual double f(double) const = 0;
  virtual ~Base() {}
};
struct A : Base {
  double f(double x) const override { return x * 2; }
};
struct B : Base {
  double k;
  B(double k) : k(k) {}
  double f(double x) const override { return x + k; }
};
double virt(const std::vector<Base *> &v, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += v[i % v.size()]->f(i);
  return s;
}
struct Obj {
  int *c;
  Obj(int *c) : c(c) {}
  Obj(const Obj &o) : c(o.c) {
#pragma omp atomic
    (*o.c)++;
  }
  ~Obj() {}
  int v(int i) const { return i; }
};
int fpobj(int n) {
  int copies = 0;
  Obj o(&copies);
  int s = 0;
#pragma omp parallel for firstprivate(o) reduction(+ : s) num_threads(3)
  for (int i = 0; i < n; i++)
    s += o.v(i);
  return s + 1000000 * (copies >= 1);
}
int main() {
  Grid g(40), h(40);
  for (int i = 0; i < 40; i++)
    g.at(0, i) = h.at(0, i) = i;
  for (int t = 0; t < 10; t++) {
    g.step(h);
    std::swap(g, h);
  }
  printf("%.10g\n", g.total());
  std::vector<double> r(1000);
  double scale = 3;
  par(1000, [&](int i) { r[i] = std::sin(i) * scale; });
  printf("%.10g\n", std::accumulate(r.begin(), r.end(), 0.0));
  printf("%d %d\n", throwing(100), strings(100));
  A a;
  B b(7);
  printf("%.10g\n", virt({&a, &b}, 100));
  printf("%d\n", fpobj(50));
  V s;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 100; i++)
    s = s + V(i, -i);
  printf("%g %g\n", s.x, s.y);
  std::atomic<int> at{0};
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    at += i;
  printf("%d\n", at.load());
  std::vector<int> idx(64, -1);
#pragma omp parallel num_threads(4)
  {
    int t = omp_get_thread_num();
    std::vector<double> local(10, t);
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 64; i++)
      idx[i] = (int)local[i % 10];
  }
  int d = 0;
  for (int i = 0; i < 64; i++)
    d += idx[i] == i % 4;
  printf("%d\n", d);
  auto it = r.begin();
  double q = 0;
#pragma omp parallel for reduction(+ : q)
  for (auto i = r.begin(); i < r.end(); ++i)
    q += *i;
  printf("%.8g\n", q);
  q = 0;
#pragma omp parallel for reduction(+ : q)
  for (double x : r)
    q += x * x;
  printf("%.8g\n", q);
}
