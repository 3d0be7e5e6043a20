// Class templates and operator overloading: a small fixed-size matrix type.
template <int N> struct Mat {
    double a[N][N];
    Mat operator*(const Mat &o) const {
        Mat r{};
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j)
                for (int k = 0; k < N; ++k)
                    r.a[i][j] += a[i][k] * o.a[k][j];
        return r;
    }
    double trace() const {
        double t = 0.0;
        for (int i = 0; i < N; ++i)
            t += a[i][i];
        return t;
    }
};
template <int N> static Mat<N> power(Mat<N> m, int n) {
    if (n == 1)
        return m;
    Mat<N> h = power(m, n / 2);
    return n % 2 ? h * h * m : h * h;
}
double trace_power(double a, double b, double c, double d, int n) {
    Mat<2> m{{{a, b}, {c, d}}};
    return power(m, n).trace() + m.a[0][1];
}
// check: double trace_power(double a = 0.9, double b = 0.4, double c = -0.3, double d = 1.1, int n = 5)
// value: 0.32100000000000029
// expect: a = -0.019500000000000052, b = -4.3400000000000007, c = 7.1200000000000019, d = 3.540500000000002
