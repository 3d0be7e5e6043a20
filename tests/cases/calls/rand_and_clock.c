// Timers and random numbers are inactive: their values are constants of the run.
#include <stdlib.h>
#include <time.h>
double noisy(double x, double y) {
    srand(7);
    int coin = rand() >= 0;
    clock_t t = clock();
    double later = t + 1 > 0 ? 1.0 : 2.0;
    return x * y * coin + later * x * x;
}
// check: double noisy(double x = 1.5, double y = 2.5)
// value: 6
// expect: x = 5.5, y = 1.5
