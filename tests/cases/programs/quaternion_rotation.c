// Unit quaternions: composition, normalisation and rotation of points, with a tracking error.
#include <math.h>

typedef struct {
    double w, x, y, z;
} quat;

static quat qmul(quat a, quat b) {
    quat r = {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
              a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
    return r;
}

static quat normalise(quat q) {
    double n = 1.0 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (quat){q.w * n, q.x * n, q.y * n, q.z * n};
}

static void rotate(quat q, const double *v, double *out) {
    quat p = {0.0, v[0], v[1], v[2]}, c = {q.w, -q.x, -q.y, -q.z};
    quat r = qmul(qmul(q, p), c);
    out[0] = r.x;
    out[1] = r.y;
    out[2] = r.z;
}

double tracking(const double *omega, const double *points, int n, int steps) {
    quat q = {1.0, 0.0, 0.0, 0.0};
    for (int s = 0; s < steps; ++s) {
        quat dq = {1.0, 0.05 * omega[0], 0.05 * omega[1], 0.05 * omega[2]};
        q = normalise(qmul(q, dq));
    }
    double err = 0.0;
    for (int i = 0; i < n; ++i) {
        double r[3];
        rotate(q, points + 3 * i, r);
        for (int k = 0; k < 3; ++k) {
            double e = r[k] - points[3 * ((i + 1) % n) + k];
            err += e * e * (k + 1);
        }
    }
    return err;
}
// check: double tracking(double *omega = {0.7, -0.4, 1.1}, double *points = {1.0, 0.2, -0.3, 0.5, 0.9, 0.1, -0.6,
//     0.4, 0.8}, int n = 3, int steps = 6)
// value: 7.3157134706957745
// expect: omega = {-1.3126154852726226, 1.5914940540444937, -0.79731654483036019}, points = {3.7156904476142438,
//     2.017807162316819, -5.2286194976026721, 0.739294754524236, 0.6589131492238065, -2.5653437684763944,
//     -2.924355557287579, 0.35926259804352961, 7.9239200046590952}
