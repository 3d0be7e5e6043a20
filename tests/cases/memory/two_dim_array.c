// A local two-dimensional array, transposed in place.
double transpose_trace(double *x) {
    double m[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            m[i][j] = x[3 * i + j] * (i + 2 * j + 1);
    for (int i = 0; i < 3; ++i)
        for (int j = i + 1; j < 3; ++j) {
            double t = m[i][j];
            m[i][j] = m[j][i];
            m[j][i] = t;
        }
    return m[0][1] * m[1][2] * m[2][0] + m[0][0] * m[1][1] - m[2][2] * m[2][1] + m[0][2] * m[1][0];
}
// check: double transpose_trace(double *x = {1.0, 0.5, 2.0, -1.0, 3.0, 0.25, 1.5, -0.5, 0.75})
// value: 60.875
// expect: x = {12, 13.5, 25, -50, 4, -31.5, 4.5, -100, -10.5}
