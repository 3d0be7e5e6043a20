/* bench: hand tracking
   sizes: 544 5000
   check: 20

   A hand of 22 bones: pose angles to relative transforms, relative to absolute along the tree, absolute times inverse base; the
   vertices are skinned by weights, and the loss is their squared distance to measured points. */
#include "workload.h"

enum { BONES = 22, MATRIX = 16, ANGLES = 3 * BONES };

static void rotation(const double *RESTRICT angle, double *RESTRICT m) {
  double cx = cos(angle[0]), sx = sin(angle[0]), cy = cos(angle[1]), sy = sin(angle[1]), cz = cos(angle[2]), sz = sin(angle[2]);
  memset(m, 0, MATRIX * sizeof(double));
  m[0] = cy * cz;
  m[4] = -cx * sz + sx * sy * cz;
  m[8] = sx * sz + cx * sy * cz;
  m[1] = cy * sz;
  m[5] = cx * cz + sx * sy * sz;
  m[9] = -sx * cz + cx * sy * sz;
  m[2] = -sy;
  m[6] = sx * cy;
  m[10] = cx * cy;
  m[15] = 1;
}

static void product(const double *RESTRICT a, const double *RESTRICT b, double *RESTRICT out) {
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) {
      double sum = 0;
      for (int k = 0; k < 4; ++k)
        sum += a[k * 4 + row] * b[column * 4 + k];
      out[column * 4 + row] = sum;
    }
}

static double distance(int bones, int vertices, const int *RESTRICT parents, const double *RESTRICT base,
                       const double *RESTRICT inverse, const double *RESTRICT pose, const double *RESTRICT global,
                       const double *RESTRICT rest, const double *RESTRICT weights, const double *RESTRICT measured) {
  double *relative = malloc(bones * MATRIX * sizeof(double)), *absolute = malloc(bones * MATRIX * sizeof(double));
  double *transforms = malloc(bones * MATRIX * sizeof(double));
  for (int b = 0; b < bones; ++b) {
    double turn[MATRIX];
    rotation(&pose[3 * b], turn);
    product(&base[b * MATRIX], turn, &relative[b * MATRIX]);
  }
  for (int b = 0; b < bones; ++b)
    if (parents[b] < 0)
      memcpy(&absolute[b * MATRIX], &relative[b * MATRIX], MATRIX * sizeof(double));
    else
      product(&absolute[parents[b] * MATRIX], &relative[b * MATRIX], &absolute[b * MATRIX]);
  for (int b = 0; b < bones; ++b)
    product(&absolute[b * MATRIX], &inverse[b * MATRIX], &transforms[b * MATRIX]);
  double whole[MATRIX], sum = 0;
  rotation(global, whole);
  for (int v = 0; v < vertices; ++v) {
    double skinned[3] = {0, 0, 0};
    for (int b = 0; b < bones; ++b)
      for (int i = 0; i < 3; ++i) {
        const double *m = &transforms[b * MATRIX], *p = &rest[4 * v];
        skinned[i] += weights[v * bones + b] * (m[i] * p[0] + m[4 + i] * p[1] + m[8 + i] * p[2] + m[12 + i] * p[3]);
      }
    for (int i = 0; i < 3; ++i) {
      double at = whole[i] * skinned[0] + whole[4 + i] * skinned[1] + whole[8 + i] * skinned[2] + global[3 + i];
      double difference = measured[3 * v + i] - at;
      sum += difference * difference;
    }
  }
  free(transforms);
  free(absolute);
  free(relative);
  return sum;
}

static int vertices, parents[BONES];
static double *pose, *global, *rest, *weights, *measured, base[BONES * MATRIX], inverse[BONES * MATRIX];

void setup(int size) {
  vertices = size;
  pose = input(ANGLES, -1, 1);
  global = input(6, -1, 1);
  rest = malloc(4 * (size_t)size * sizeof(double));
  weights = malloc(BONES * (size_t)size * sizeof(double));
  measured = malloc(3 * (size_t)size * sizeof(double));
  for (int b = 0; b < BONES; ++b) {
    parents[b] = b == 0 ? -1 : b < 6 ? 0 : b - 5;
    for (int i = 0; i < MATRIX; ++i) {
      base[b * MATRIX + i] = (i % 5 == 0) + (i % 4 == 3 ? 0 : uniform(-0.2, 0.2));
      inverse[b * MATRIX + i] = (i % 5 == 0) + (i % 4 == 3 ? 0 : uniform(-0.2, 0.2));
    }
  }
  for (int v = 0; v < size; ++v) {
    for (int i = 0; i < 4; ++i)
      rest[4 * v + i] = i == 3 ? 1 : uniform(-1, 1);
    for (int b = 0; b < BONES; ++b)
      weights[v * BONES + b] = uniform(0, 2.0 / BONES);
    for (int i = 0; i < 3; ++i)
      measured[3 * v + i] = uniform(-1, 1);
  }
}

double primal(void) { return distance(BONES, vertices, parents, base, inverse, pose, global, rest, weights, measured); }

void gradient(void) {
  __enzyme_autodiff((void *)distance, enzyme_const, BONES, enzyme_const, vertices, enzyme_const, parents, enzyme_const, base,
                    enzyme_const, inverse, enzyme_dup, pose, shadow(pose), enzyme_dup, global, shadow(global), enzyme_const,
                    rest, enzyme_const, weights, enzyme_const, measured);
}
