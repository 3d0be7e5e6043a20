/* bench: C++ scene of shapes
   sizes: 8000
   check: 20

   Signed distances to a scene of spheres, capsules and tori: objects behind unique pointers in a vector, built from the
   parameters inside the differentiated function and asked by virtual calls; a smooth union, and the squared error to measured
   distances. */
#include "workload.h"
#include <algorithm>
#include <memory>
#include <vector>

#define restrict __restrict

extern double __enzyme_autodiff(void *, ...);

namespace {

enum { SHAPES = 15, PARAMETERS = 8 };

struct Vector {
  double x, y, z;
};

Vector operator-(const Vector &a, const Vector &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vector operator*(double s, const Vector &a) { return {s * a.x, s * a.y, s * a.z}; }
double dot(const Vector &a, const Vector &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
double length(const Vector &a) { return std::sqrt(dot(a, a)); }

class Shape {
public:
  virtual ~Shape() = default;
  virtual double distance(const Vector &from) const = 0;
};

class Sphere : public Shape {
  Vector centre;
  double radius;

public:
  Sphere(const Vector &centre, double radius) : centre(centre), radius(radius) {}
  double distance(const Vector &from) const override { return length(from - centre) - radius; }
};

class Capsule : public Shape {
  Vector start, axis;
  double radius;

public:
  Capsule(const Vector &start, const Vector &axis, double radius) : start(start), axis(axis), radius(radius) {}
  double distance(const Vector &from) const override {
    Vector to = from - start;
    double along = std::min(std::max(dot(to, axis) / dot(axis, axis), 0.0), 1.0);
    return length(to - along * axis) - radius;
  }
};

class Torus : public Shape {
  Vector centre;
  double ring, tube;

public:
  Torus(const Vector &centre, double ring, double tube) : centre(centre), ring(ring), tube(tube) {}
  double distance(const Vector &from) const override {
    Vector to = from - centre;
    double outwards = std::sqrt(to.x * to.x + to.y * to.y) - ring;
    return std::sqrt(outwards * outwards + to.z * to.z) - tube;
  }
};

class Scene {
  std::vector<std::unique_ptr<Shape>> shapes;

public:
  Scene(int count, const double *RESTRICT p) {
    for (int i = 0; i < count; ++i, p += PARAMETERS) {
      Vector centre{p[0], p[1], p[2]};
      if (i % 3 == 0)
        shapes.push_back(std::make_unique<Sphere>(centre, p[6]));
      else if (i % 3 == 1)
        shapes.push_back(std::make_unique<Capsule>(centre, Vector{p[3], p[4], p[5]}, p[6]));
      else
        shapes.push_back(std::make_unique<Torus>(centre, p[6], p[7]));
    }
  }

  double distance(const Vector &from) const {
    const double sharpness = 8;
    double sum = 0;
    for (const auto &shape : shapes)
      sum += std::exp(-sharpness * shape->distance(from));
    return -std::log(sum) / sharpness;
  }
};

void error(int count, int points, const double *RESTRICT parameters, const Vector *RESTRICT samples,
           const double *RESTRICT measured, double *RESTRICT result) {
  Scene scene(count, parameters);
  double sum = 0;
  for (int i = 0; i < points; ++i) {
    double difference = scene.distance(samples[i]) - measured[i];
    sum += difference * difference;
  }
  *result = sum / points;
}

int points;
double *parameters;
std::vector<Vector> samples;
std::vector<double> measured;

} // namespace

void setup(int size) {
  points = size;
  parameters = input(SHAPES * PARAMETERS, 0.1, 0.4);
  for (int i = 0; i < SHAPES * PARAMETERS; ++i)
    if (i % PARAMETERS < 3)
      parameters[i] = uniform(-2, 2);
  samples.resize(size);
  measured.resize(size);
  for (int i = 0; i < size; ++i) {
    samples[i] = {uniform(-3, 3), uniform(-3, 3), uniform(-3, 3)};
    measured[i] = uniform(0, 1);
  }
}

double primal() {
  double result;
  error(SHAPES, points, parameters, samples.data(), measured.data(), &result);
  return result;
}

void gradient() {
  double result = 0, seed = 1;
  __enzyme_autodiff((void *)error, enzyme_const, SHAPES, enzyme_const, points, enzyme_dup, parameters, shadow(parameters),
                    enzyme_const, samples.data(), enzyme_const, measured.data(), enzyme_dupnoneed, &result, &seed);
}
