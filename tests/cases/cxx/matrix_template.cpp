// Matrices of fixed size with operators.
// run:
#include <cmath>
#include <cstddef>
template <int R, int C> struct Mat {
    double d[R][C];
    Mat() : d{} {}
    double &operator()(int i, int j) { return d[i][j]; }
    double operator()(int i, int j) const { return d[i][j]; }
    template <int K> Mat<R, K> operator*(const Mat<C, K> &o) const {
        Mat<R, K> r;
        for (int i = 0; i < R; ++i)
            for (int j = 0; j < K; ++j)
                for (int k = 0; k < C; ++k)
                    r(i, j) += d[i][k] * o(k, j);
        return r;
    }
    Mat operator+(const Mat &o) const {
        Mat r;
        for (int i = 0; i < R; ++i)
            for (int j = 0; j < C; ++j)
                r(i, j) = d[i][j] + o(i, j);
        return r;
    }
    Mat &operator*=(double s) {
        for (auto &r : d)
            for (auto &e : r)
                e *= s;
        return *this;
    }
};
static double f(const double *x, int n) {
    Mat<3, 3> a, b;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            a(i, j) = x[(i * 3 + j) % n];
            b(i, j) = std::cos(x[(i + j) % n]);
        }
    auto c = a * b + b;
    c *= x[0];
    Mat<3, 1> v;
    v(0, 0) = x[1];
    v(2, 0) = x[2];
    auto w = c * v;
    return w(0, 0) * w(1, 0) + w(2, 0);
}
const double expected[] = {20.109703536, 6.44506430766, -6.95531066946, -6.03443028486, -5.0970066915};
#include "agree.h"
