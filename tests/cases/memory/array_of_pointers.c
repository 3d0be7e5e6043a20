// Rows reached through an array of row pointers.
double rows(double *x, int n) {
    double *row[3];
    for (int i = 0; i < n; ++i)
        row[i] = x + (n - 1 - i) * n;
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            s += row[i][j] * row[j][i] * (i + 1.5 * j + 1.0);
    return s;
}
// check: double rows(double *x = {1, 2, 3, 4.5, 5, 6.5, 7, -8, 9}, int n = 3)
// value: 215
// expect: x = {63, 61.75, 36, -36, 35, 19, 14, 20.25, 7}
