// Objects behind smart pointers in a local vector, and a result that is written at the end: nothing of what the objects
// hold is kept, because nobody else knows them, and that the pointers are set to null is seen by nobody.
// leaks: on
#include <cmath>
#include <memory>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double distance(double x) const = 0;
};
struct Ball : Shape {
  double centre, radius;
  Ball(double centre, double radius) : centre(centre), radius(radius) {}
  double distance(double x) const override { return std::sqrt(1 + (x - centre) * (x - centre)) - radius; }
};
struct Wall : Shape {
  double place;
  explicit Wall(double place) : place(place) {}
  double distance(double x) const override { return (x - place) * (x - place); }
};

extern "C" void error(int n, const double *p, const double *samples, double *result) {
  std::vector<std::unique_ptr<Shape>> shapes;
  for (int i = 0; i + 1 < n; i += 2) {
    if (i % 4 == 0)
      shapes.push_back(std::make_unique<Ball>(p[i], p[i + 1]));
    else
      shapes.push_back(std::make_unique<Wall>(p[i] * p[i + 1]));
  }
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double near = 0;
    for (const auto &shape : shapes)
      near += std::exp(-shape->distance(samples[i]));
    sum -= std::log(near);
  }
  *result = sum;
}
// check: void error(int n = 4, double *p = {0.3, 0.5, 0.8, 1.25}, inactive double *samples = {-0.5, 0.1, 0.9, 1.7}, double *result = {0} seed {1})
// expect: p = {0.17975222470235, -2.0516951253415647, 0.6478049263276, 0.4145951528496}, result = {0}
