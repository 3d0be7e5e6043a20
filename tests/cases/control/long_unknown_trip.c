// Sixteen thousand iterations whose number the compiler cannot know: caches must grow.
#include <math.h>
double relax(double x, double target, double rate, double dt) {
    double s = 0.0, t = 0.0;
    while (t < 1.0) {
        x += dt * rate * (target - x) * (1.0 + 0.1 * x * x);
        s += dt * sin(x);
        t += dt;
    }
    return s + x;
}
// check: double relax(double x = 0.2, double target = 1.5, double rate = 2.0, inactive double dt = 6.103515625e-05)
// value: 2.1349013788562776
// expect: x = 0.42816170902112555, target = 1.1943846787515602, rate = 0.26918521524044681
