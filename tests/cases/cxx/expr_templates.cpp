// Expression templates.
// run:
#include <cmath>
#include <vector>
template <class E> struct Ex {
    const E &self() const { return static_cast<const E &>(*this); }
    double operator[](size_t i) const { return self()[i]; }
    size_t size() const { return self().size(); }
};
struct V : Ex<V> {
    std::vector<double> d;
    explicit V(size_t n) : d(n) {}
    template <class E> V(const Ex<E> &e) : d(e.size()) {
        for (std::size_t i = 0; i < d.size(); ++i)
            d[i] = e[i];
    }
    double operator[](size_t i) const { return d[i]; }
    double &operator[](size_t i) { return d[i]; }
    size_t size() const { return d.size(); }
};
template <class A, class B> struct Sum : Ex<Sum<A, B>> {
    const A &a;
    const B &b;
    Sum(const A &p, const B &q) : a(p), b(q) {}
    double operator[](size_t i) const { return a[i] + b[i]; }
    size_t size() const { return a.size(); }
};
template <class A> struct Sc : Ex<Sc<A>> {
    double k;
    const A &a;
    Sc(double s, const A &p) : k(s), a(p) {}
    double operator[](size_t i) const { return k * a[i]; }
    size_t size() const { return a.size(); }
};
template <class A, class B> Sum<A, B> operator+(const Ex<A> &a, const Ex<B> &b) { return {a.self(), b.self()}; }
template <class A> Sc<A> operator*(double k, const Ex<A> &a) { return {k, a.self()}; }
static double f(const double *x, int n) {
    V a(n), b(n);
    for (int i = 0; i < n; ++i) {
        a[i] = x[i];
        b[i] = std::sin(x[i]);
    }
    V c = a + x[0] * (b + a) + 2.0 * b;
    double s = 0;
    for (std::size_t i = 0; i < c.size(); ++i)
        s += c[i] * c[i];
    return s;
}
const double expected[] = {114.358033083, 25.1098049362, 24.0255065194, 21.9379651149, 20.6466787542};
#include "agree.h"
