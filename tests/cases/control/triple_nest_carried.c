// Three nested counted loops with a value carried through all of them.
#include <math.h>
double carried(double x, double y, int a, int b, int c) {
    double v = x;
    for (int i = 0; i < a; ++i) {
        v += 0.1 * y;
        for (int j = 0; j < b; ++j) {
            v *= 0.95;
            for (int k = 0; k < c; ++k)
                v = v + 0.05 * sin(v * (i + j + k + 1)) * y;
        }
    }
    return v * v;
}
// check: double carried(double x = 0.7, double y = 1.2, int a = 3, int b = 4, int c = 2)
// value: 0.27326371734388688
// expect: x = 0.00453509754393046, y = -0.074092250722711847
