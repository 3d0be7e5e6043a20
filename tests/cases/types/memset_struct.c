// A struct of mixed fields cleared with memset and then partly filled.
#include <string.h>
struct acc { double sum; long count; float low; double bins[3]; };
double collect(const double *x, int n) {
    struct acc a;
    memset(&a, 0, sizeof a);
    for (int i = 0; i < n; ++i) {
        a.sum += x[i] * x[i];
        a.count += 2;
        a.bins[i % 3] += a.sum;
    }
    return a.sum / (double)a.count + a.bins[0] * a.bins[1] + a.bins[2] * (double)a.low + a.bins[2];
}
// check: double collect(double *x = {1.0, 0.5, -1.5, 0.8}, int n = 4)
// value: 10.4425
// expect: x = {17.53, 7.515, -7.125, 2.2}
