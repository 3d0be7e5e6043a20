// Every element is read by every iteration while one is overwritten per outer step.
double pairwise(double *x, int n) {
    double total = 0.0;
    for (int i = 0; i < n; ++i) {
        double s = 0.0;
        for (int j = 0; j < n; ++j)
            s += x[i] * x[j];
        x[i] = 0.2 * s;
        total += s * s;
    }
    return total;
}
// check: double pairwise(double *x = {0.9, -0.5, 1.3, 0.4}, int n = 4)
// value: 10.626442632448642
// expect: x = {15.561885085056002, 4.4640989039206405, 21.071025522022403, 12.70757889152}
