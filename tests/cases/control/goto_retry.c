// A backward goto forms the loop; the exit is in the middle.
#include <math.h>
double retry(double x, double y) {
    double step = 1.0, best = x * x;
again:
    best = best * 0.6 + sin(x * step) * y;
    step *= 0.5;
    if (step < 0.1)
        goto done;
    if (best > 0.2)
        goto again;
    best += y * y;
    goto again;
done:
    return best;
}
// check: double retry(double x = 0.9, double y = 1.4)
// value: 0.90565401446535709
// expect: x = 1.0267680322987784, y = 0.57191286747525516
