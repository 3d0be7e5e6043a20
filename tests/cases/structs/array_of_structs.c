// An array of structs read and written field by field from flat input.
struct point { double x, y, w; };
double centroid(const double *in, int n) {
    struct point p[4];
    for (int i = 0; i < n; ++i) {
        p[i].x = in[2 * i];
        p[i].y = in[2 * i + 1];
        p[i].w = 1.0 / (i + 1);
    }
    double sx = 0, sy = 0, sw = 0;
    for (int i = 0; i < n; ++i) {
        p[i].w *= p[i].x * p[i].x + 1.0;
        sx += p[i].x * p[i].w;
        sy += p[i].y * p[i].w;
        sw += p[i].w;
    }
    return sx / sw + 2.0 * sy / sw;
}
// check: double centroid(double *in = {1.0, 0.5, -0.5, 2.0, 1.5, -1.0, 0.25, 3.0}, int n = 4)
// value: 1.8384665792922674
// expect: in = {0.58457252103770552, 1.0065530799475755, -0.051778779014341192, 0.31454783748361731,
//     -0.31583955861614066, 0.54521625163826992, 0.20560524521230089, 0.13368283093053734}
