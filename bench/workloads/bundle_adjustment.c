/* bench: bundle adjustment
   sizes: 2000
   check: 5

   For every observation the two rows of the Jacobian of the reprojection error: rotation by an angle-axis vector, radial
   distortion, weights. */
#include "workload.h"

enum { CAMERA = 11, CAMERAS = 8 };

static void cross(const double *RESTRICT a, const double *RESTRICT b, double *RESTRICT out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static void rotate(const double *RESTRICT axis, const double *RESTRICT x, double *RESTRICT out) {
  double square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
  if (square > 0) {
    double angle = sqrt(square), cosine = cos(angle), sine = sin(angle), w[3], v[3];
    for (int i = 0; i < 3; ++i)
      w[i] = axis[i] / angle;
    cross(w, x, v);
    double along = (w[0] * x[0] + w[1] * x[1] + w[2] * x[2]) * (1 - cosine);
    for (int i = 0; i < 3; ++i)
      out[i] = x[i] * cosine + v[i] * sine + w[i] * along;
  } else {
    double v[3];
    cross(axis, x, v);
    for (int i = 0; i < 3; ++i)
      out[i] = x[i] + v[i];
  }
}

/* The camera: rotation, centre, focal length, principal point, two distortions. */
static void residual(const double *RESTRICT camera, const double *RESTRICT point, const double *RESTRICT weight,
                     const double *RESTRICT feature, double *RESTRICT err) {
  double moved[3], seen[3];
  for (int i = 0; i < 3; ++i)
    moved[i] = point[i] - camera[3 + i];
  rotate(camera, moved, seen);
  double u = seen[0] / seen[2], v = seen[1] / seen[2], square = u * u + v * v;
  double scale = 1 + camera[9] * square + camera[10] * square * square;
  err[0] = *weight * (u * scale * camera[6] + camera[7] - feature[0]);
  err[1] = *weight * (v * scale * camera[6] + camera[8] - feature[1]);
}

static int observations;
static double *cameras, *points, *weights, *features;

void setup(int size) {
  observations = size;
  cameras = input(CAMERA * CAMERAS, 0.1, 0.5);
  points = input(3 * (size_t)size, 1, 2);
  weights = input(size, 0.5, 1);
  features = malloc(2 * size * sizeof(double));
  for (int i = 0; i < 2 * size; ++i)
    features[i] = uniform(-1, 1);
}

double primal(void) {
  double sum = 0;
  for (int i = 0; i < observations; ++i) {
    double err[2];
    residual(&cameras[CAMERA * (i % CAMERAS)], &points[3 * i], &weights[i], &features[2 * i], err);
    sum += err[0] + err[1];
  }
  return sum;
}

void gradient(void) {
  double *dcameras = shadow(cameras), *dpoints = shadow(points), *dweights = shadow(weights);
  for (int i = 0; i < observations; ++i)
    for (int row = 0; row < 2; ++row) {
      int camera = CAMERA * (i % CAMERAS);
      double err[2], seed[2] = {row == 0, row == 1};
      __enzyme_autodiff((void *)residual, enzyme_dup, &cameras[camera], &dcameras[camera], enzyme_dup, &points[3 * i],
                        &dpoints[3 * i], enzyme_dup, &weights[i], &dweights[i], enzyme_const, &features[2 * i],
                        enzyme_dupnoneed, err, seed);
    }
}
