// A two-dimensional reaction-diffusion step with periodic borders, several steps, two species.
#define SIDE 3

static int wrap(int i) { return (i + SIDE) % SIDE; }

static void step(const double u[SIDE][SIDE], const double v[SIDE][SIDE], double nu[SIDE][SIDE], double nv[SIDE][SIDE], double feed, double kill) {
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < SIDE; ++j) {
            double lu = u[wrap(i - 1)][j] + u[wrap(i + 1)][j] + u[i][wrap(j - 1)] + u[i][wrap(j + 1)] - 4.0 * u[i][j];
            double lv = v[wrap(i - 1)][j] + v[wrap(i + 1)][j] + v[i][wrap(j - 1)] + v[i][wrap(j + 1)] - 4.0 * v[i][j];
            double react = u[i][j] * v[i][j] * v[i][j];
            nu[i][j] = u[i][j] + 0.16 * lu - react + feed * (1.0 - u[i][j]);
            nv[i][j] = v[i][j] + 0.08 * lv + react - (feed + kill) * v[i][j];
        }
}

double gray_scott(const double *init, double feed, double kill, int steps) {
    double u[2][SIDE][SIDE], v[2][SIDE][SIDE];
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < SIDE; ++j) {
            u[0][i][j] = 1.0 - init[i * SIDE + j];
            v[0][i][j] = init[i * SIDE + j] * init[i * SIDE + j];
        }
    int now = 0;
    for (int s = 0; s < steps; ++s) {
        step(u[now], v[now], u[1 - now], v[1 - now], feed, kill);
        now = 1 - now;
    }
    double total = 0.0;
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < SIDE; ++j)
            total += u[now][i][j] * (i + 1) + v[now][i][j] * v[now][i][j] * (j + 2);
    return total;
}
// check: double gray_scott(double *init = {0.1, 0.4, 0.2, 0.7, 0.5, 0.3, 0.15, 0.6, 0.25}, double feed = 0.04,
//     double kill = 0.06, int steps = 5)
// value: 11.862479911024316
// expect: init = {-1.4617971113497557, -1.6402234310543116, -1.4687450926456647, -2.4563090227354341,
//     -1.8841665216503953, -1.5631302244040133, -1.5825634460131417, -2.5107449900090582, -1.64677300143101}, feed = 26.092284188160637,
//     kill = -3.2177671881375831
