/* bench: small residuals
   sizes: 4000
   check: 8

   Squared reprojection errors, one gradient call for each: a rotation by an angle-axis vector, a translation, a perspective division,
   radial distortion. */
#include "workload.h"

enum { CAMERA = 9, CAMERAS = 8 };

static void rotate(const double *RESTRICT axis, const double *RESTRICT x, double *RESTRICT out) {
  double square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
  if (square > 1e-16) {
    double angle = sqrt(square), cosine = cos(angle), sine = sin(angle), inverse = 1 / angle;
    double w[3] = {axis[0] * inverse, axis[1] * inverse, axis[2] * inverse};
    double v[3] = {w[1] * x[2] - w[2] * x[1], w[2] * x[0] - w[0] * x[2], w[0] * x[1] - w[1] * x[0]};
    double along = (w[0] * x[0] + w[1] * x[1] + w[2] * x[2]) * (1 - cosine);
    for (int i = 0; i < 3; ++i)
      out[i] = x[i] * cosine + v[i] * sine + w[i] * along;
  } else {
    double v[3] = {axis[1] * x[2] - axis[2] * x[1], axis[2] * x[0] - axis[0] * x[2], axis[0] * x[1] - axis[1] * x[0]};
    for (int i = 0; i < 3; ++i)
      out[i] = x[i] + v[i];
  }
}

static double residual(const double *RESTRICT camera, const double *RESTRICT point, const double *RESTRICT seen) {
  double p[3];
  rotate(camera, point, p);
  for (int i = 0; i < 3; ++i)
    p[i] += camera[3 + i];
  double u = -p[0] / p[2], v = -p[1] / p[2], square = u * u + v * v;
  double scale = camera[6] * (1 + square * (camera[7] + camera[8] * square));
  double a = scale * u - seen[0], b = scale * v - seen[1];
  return 0.5 * (a * a + b * b);
}

static int observations;
static double *cameras, *points, *features;

void setup(int size) {
  observations = size;
  cameras = input(CAMERA * CAMERAS, 0.1, 0.5);
  points = input(3 * (size_t)size, 1, 2);
  features = malloc(2 * size * sizeof(double));
  for (int i = 0; i < 2 * size; ++i)
    features[i] = uniform(-1, 1);
}

double primal(void) {
  double sum = 0;
  for (int i = 0; i < observations; ++i)
    sum += residual(&cameras[CAMERA * (i % CAMERAS)], &points[3 * i], &features[2 * i]);
  return sum;
}

void gradient(void) {
  double *dcameras = shadow(cameras), *dpoints = shadow(points);
  for (int i = 0; i < observations; ++i) {
    int camera = CAMERA * (i % CAMERAS);
    __enzyme_autodiff((void *)residual, enzyme_dup, &cameras[camera], &dcameras[camera], enzyme_dup, &points[3 * i],
                      &dpoints[3 * i], enzyme_const, &features[2 * i]);
  }
}

/* By hand, for axes that are not zero. */
void hand(void) {
  double *dcameras = shadow(cameras), *dpoints = shadow(points);
  for (int o = 0; o < observations; ++o) {
    const double *camera = &cameras[CAMERA * (o % CAMERAS)], *x = &points[3 * o], *seen = &features[2 * o];
    double *dcamera = &dcameras[CAMERA * (o % CAMERAS)], *dx = &dpoints[3 * o], p[3];
    double angle = sqrt(camera[0] * camera[0] + camera[1] * camera[1] + camera[2] * camera[2]), inverse = 1 / angle;
    double cosine = cos(angle), sine = sin(angle);
    double w[3] = {camera[0] * inverse, camera[1] * inverse, camera[2] * inverse};
    double v[3] = {w[1] * x[2] - w[2] * x[1], w[2] * x[0] - w[0] * x[2], w[0] * x[1] - w[1] * x[0]};
    double product = w[0] * x[0] + w[1] * x[1] + w[2] * x[2], along = product * (1 - cosine);
    for (int i = 0; i < 3; ++i)
      p[i] = x[i] * cosine + v[i] * sine + w[i] * along + camera[3 + i];
    double depth = 1 / p[2], u1 = -p[0] * depth, u2 = -p[1] * depth, square = u1 * u1 + u2 * u2;
    double bend = camera[7] + camera[8] * square, factor = 1 + square * bend;
    double a = camera[6] * factor * u1 - seen[0], b = camera[6] * factor * u2 - seen[1], both = a * u1 + b * u2;
    dcamera[6] += factor * both;
    double dfactor = camera[6] * both, dsquare = dfactor * (bend + square * camera[8]);
    dcamera[7] += dfactor * square;
    dcamera[8] += dfactor * square * square;
    double du1 = a * camera[6] * factor + 2 * dsquare * u1, du2 = b * camera[6] * factor + 2 * dsquare * u2;
    double g[3] = {-du1 * depth, -du2 * depth, -(du1 * u1 + du2 * u2) * depth}, dw[3], dv[3], dmoved[3];
    double dalong = 0, dcosine = 0, dsine = 0;
    for (int i = 0; i < 3; ++i) {
      dcamera[3 + i] += g[i];
      dmoved[i] = g[i] * cosine;
      dv[i] = g[i] * sine;
      dw[i] = g[i] * along;
      dcosine += g[i] * x[i];
      dsine += g[i] * v[i];
      dalong += g[i] * w[i];
    }
    double dproduct = dalong * (1 - cosine);
    dcosine -= dalong * product;
    for (int i = 0; i < 3; ++i) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      dw[i] += dproduct * x[i] + dv[k] * x[j] - dv[j] * x[k];
      dmoved[i] += dproduct * w[i] + dv[j] * w[k] - dv[k] * w[j];
    }
    double dangle = dsine * cosine - dcosine * sine - (dw[0] * w[0] + dw[1] * w[1] + dw[2] * w[2]) * inverse;
    for (int i = 0; i < 3; ++i) {
      dcamera[i] += dw[i] * inverse + dangle * w[i];
      dx[i] += dmoved[i];
    }
  }
}
