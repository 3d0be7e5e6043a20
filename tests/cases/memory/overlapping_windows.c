// Two pointers into one array, one element apart: writes through one change reads through the other.
double windows(double *x, int n) {
    double *lead = x + 1, *lag = x;
    for (int i = 0; i < n - 1; ++i)
        lead[i] = lead[i] * 0.5 + lag[i] * lag[i];
    return lead[n - 2] * 2.0 + x[1];
}
// check: double windows(double *x = {0.7, 1.1, -0.4, 0.9, 1.6}, int n = 5)
// value: 5.6521307880169473
// expect: x = {26.60431239862681, 9.50154014236672, 4.3276635299839992, 2.4544371199999997, 1}
