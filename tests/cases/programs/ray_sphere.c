// A ray meets the nearest of several spheres; shading depends on the hit point and normal.
#include <math.h>

struct vec3 {
    double x, y, z;
};

static struct vec3 sub(struct vec3 a, struct vec3 b) { return (struct vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static struct vec3 mad(struct vec3 a, struct vec3 b, double s) { return (struct vec3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s}; }
static double dot(struct vec3 a, struct vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static struct vec3 unit(struct vec3 a) {
    double s = 1.0 / sqrt(dot(a, a));
    return (struct vec3){a.x * s, a.y * s, a.z * s};
}

static int hit(struct vec3 o, struct vec3 d, struct vec3 c, double r, double *t) {
    struct vec3 oc = sub(o, c);
    double b = dot(oc, d), q = dot(oc, oc) - r * r, disc = b * b - q;
    if (disc < 0.0)
        return 0;
    double root = -b - sqrt(disc);
    if (root < 1e-6)
        return 0;
    *t = root;
    return 1;
}

double shade(const double *spheres, int n, double dx, double dy) {
    struct vec3 eye = {0.0, 0.0, -5.0}, dir = unit((struct vec3){dx, dy, 1.0}), light = unit((struct vec3){1.0, 2.0, -1.0});
    double nearest = 1e30, result = 0.1 * dir.y;
    for (int i = 0; i < n; ++i) {
        struct vec3 c = {spheres[4 * i], spheres[4 * i + 1], spheres[4 * i + 2]};
        double t;
        if (!hit(eye, dir, c, spheres[4 * i + 3], &t) || t >= nearest)
            continue;
        nearest = t;
        struct vec3 normal = unit(sub(mad(eye, dir, t), c));
        double lambert = dot(normal, light);
        result = (lambert > 0.0 ? lambert : 0.0) + 0.2 * exp(-0.3 * t);
    }
    return result;
}
// check: double shade(double *spheres = {0.2, 0.1, 2.0, 1.0, -0.1, 0.3, 0.5, 0.8, 3.0, 3.0, 1.0, 0.5}, int n = 3,
//     double dx = 0.02, double dy = 0.05)
// value: 0.47729070224378478
// expect: spheres = {0, 0, 0, 0, -0.39359137069682315, -1.058821689403936, 0.046289683832250524,
//     -0.056189744686323248, 0, 0, 0, 0}, dx = 1.8589912636626493, dy = 5.0012344616158524
