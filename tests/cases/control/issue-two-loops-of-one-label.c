// Two backward jumps to neighbouring labels make one loop with two ways back, and an exit that depends on memory.
#include <math.h>
double labels(double *x, double a, double b, int n) {
    double s = 0.0;
    int k = 0;
    if (x[4] > -0.684)
        goto inner;
outer:;
inner:;
    x[0] += 0.1275 * fabs(asin(0.9 * sin(s)));
    k++;
    if (k < 6 && x[4] >= b)
        goto inner;
    if (k < 6)
        goto outer;
    return sin((x[n - 1] - b) * (s - x[3])) - a - b + 1.39 * s;
}
double labels_carried(double *x, double a, double b, int n) {
    double s = 0.3;
    int k = 0;
    if (x[4] > -0.684)
        goto inner;
outer:
    s = s * a;
inner:
    x[0] += 0.5 * sin(s * x[1]);
    s += 0.25 * x[0];
    k++;
    if (k < 6 && x[k % n] >= b)
        goto inner;
    if (k < 6)
        goto outer;
    return sin(s * x[3]) - a * s;
}
// check: double labels(double *x = {-1.175, 0.666, 1.086, -1.522, -0.643, -0.686} seed {-0.578, 0.906, 0.686, 0.038, 0.236, 0.309},
//     double a = 1.489, double b = 1.25, int n = 6)
// value: -2.932767176165124
// expect: x = {-0.5779999999999999, 0.906, 0.6860000000000001, -1.861308043065122, 0.236, -1.184154360302229},
//     a = -1,
//     b = 0.4931543603022294
// check: double labels_carried(double *x = {-1.175, 0.666, 1.086, -1.522, -0.643, -0.686} seed {-0.5, 1, 0.5, 0, 0.25, 2},
//     double a = 1.489, double b = 0.25, int n = 6)
// value: 5.0191268283707755
// expect: x = {-13.53305567601803, 0.6484048326929345, 0.5, -3.11653408914904, 0.25, 2},
//     a = 17.55110005808144,
//     b = 0
// check: double labels_carried(double *x = {1.175, 0.666, 1.086, -1.522, -0.743, -0.686} seed {-0.5, 1, 0.5, 0, 0.25, 2},
//     double a = 0.9, double b = 0.25, int n = 6)
// value: -1.6150290557930202
// expect: x = {-1.126448577967934, -0.3261792187347372, 0.5, -1.296042027703649, 0.25, 2},
//     a = -4.794417864808807,
//     b = 0
