// A two-dimensional reaction-diffusion step with periodic borders, several steps, two species.
#define W 3

static int wrap(int i) { return (i + W) % W; }

static void step(const double u[W][W], const double v[W][W], double nu[W][W], double nv[W][W], double feed, double kill) {
    for (int i = 0; i < W; ++i)
        for (int j = 0; j < W; ++j) {
            double lu = u[wrap(i - 1)][j] + u[wrap(i + 1)][j] + u[i][wrap(j - 1)] + u[i][wrap(j + 1)] - 4.0 * u[i][j];
            double lv = v[wrap(i - 1)][j] + v[wrap(i + 1)][j] + v[i][wrap(j - 1)] + v[i][wrap(j + 1)] - 4.0 * v[i][j];
            double react = u[i][j] * v[i][j] * v[i][j];
            nu[i][j] = u[i][j] + 0.16 * lu - react + feed * (1.0 - u[i][j]);
            nv[i][j] = v[i][j] + 0.08 * lv + react - (feed + kill) * v[i][j];
        }
}

double gray_scott(const double *init, double feed, double kill, int steps) {
    double u[2][W][W], v[2][W][W];
    for (int i = 0; i < W; ++i)
        for (int j = 0; j < W; ++j) {
            u[0][i][j] = 1.0 - init[i * W + j];
            v[0][i][j] = init[i * W + j] * init[i * W + j];
        }
    int now = 0;
    for (int s = 0; s < steps; ++s) {
        step(u[now], v[now], u[1 - now], v[1 - now], feed, kill);
        now = 1 - now;
    }
    double total = 0.0;
    for (int i = 0; i < W; ++i)
        for (int j = 0; j < W; ++j)
            total += u[now][i][j] * (i + 1) + v[now][i][j] * v[now][i][j] * (j + 2);
    return total;
}
// check: double gray_scott(double *init = {0.1, 0.4, 0.2, 0.7, 0.5, 0.3, 0.15, 0.6, 0.25}, double feed = 0.04, double kill = 0.06, int steps = 5)
// expect: ?
