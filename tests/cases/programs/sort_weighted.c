// Insertion sort in place followed by a weighted sum: derivatives follow the permutation.
static void insertion_sort(double *x, int n) {
    for (int i = 1; i < n; ++i) {
        double key = x[i];
        int j = i - 1;
        while (j >= 0 && x[j] > key) {
            x[j + 1] = x[j];
            --j;
        }
        x[j + 1] = key;
    }
}

double owa(double *x, const double *w, int n) {
    insertion_sort(x, n);
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += w[i] * x[i] * x[i];
    return s + x[n / 2];
}
// check: double owa(double *x = {2.5, -1.0, 0.7, 3.1, 1.9, -0.4}, double *w = {0.5, 1.0, -0.7, 0.3, 2.0, 1.5}, int n = 6)
// value: 30.215
// expect: x = {10, -1, -0.97999999999999987, 9.3, 2.14, -0.8}, w = {1, 0.16000000000000003, 0.48999999999999994,
//     3.61, 6.25, 9.6100000000000012}
