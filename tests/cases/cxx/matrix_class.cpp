// A matrix class over a vector, with operators that return matrices.
// run:
#include <vector>
#include <stdexcept>
class Matrix {
    std::vector<double> d;
    size_t r, c;

  public:
    Matrix(size_t a, size_t b) : d(a * b), r(a), c(b) {}
    double &operator()(size_t i, size_t j) { return d[i * c + j]; }
    double operator()(size_t i, size_t j) const { return d[i * c + j]; }
    size_t rows() const { return r; }
    friend Matrix operator*(const Matrix &a, const Matrix &b) {
        Matrix o(a.r, b.c);
        for (std::size_t i = 0; i < a.r; ++i)
            for (std::size_t j = 0; j < b.c; ++j) {
                double s = 0;
                for (std::size_t k = 0; k < a.c; ++k)
                    s += a(i, k) * b(k, j);
                o(i, j) = s;
            }
        return o;
    }
    Matrix operator-(const Matrix &b) const {
        Matrix o = *this;
        for (std::size_t i = 0; i < d.size(); ++i)
            o.d[i] -= b.d[i];
        return o;
    }
    double trace() const {
        double s = 0;
        for (std::size_t i = 0; i < r; ++i)
            s += (*this)(i, i);
        return s;
    }
};
static double f(const double *x, int n) {
    Matrix a(3, 3), b(3, 3);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            a(i, j) = x[(i + j) % n];
            b(i, j) = x[(i * j) % n] * 2;
        }
    Matrix c = a * b - a;
    c = c * c;
    return c.trace() * (a * c).trace();
}
const double expected[] = {874842.796822, 420783.864848, 855111.318513, 381463.290078, 456116.371358};
#include "agree.h"
