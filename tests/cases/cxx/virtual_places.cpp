// run: virtual functions of one type at different places of tables: several bases, virtual bases, functions called while
// an object is being made, pointers to members.
#include <memory>
#include <vector>

struct Shape {
  virtual double area(double s) const = 0;
  virtual double rim(double s) const { return 4 * s; }
  virtual ~Shape() = default;
};
struct Named {
  double label = 1;
  virtual double tag(double s) const { return label * s; }
  virtual double extra(double s) const { return s * s * label; }
  virtual ~Named() = default;
};
struct Square : Shape {
  double scale;
  explicit Square(double c) : scale(c) {}
  double area(double s) const override { return scale * s * s; }
};
struct Both : Named, Square {
  double shift;
  Both(double c, double d) : Square(c), shift(d) { label = c * d; }
  double rim(double s) const override { return shift * s + scale; }
  double extra(double s) const override { return shift * s * s * s; }
};
struct Root {
  double base, early;
  explicit Root(double b) : base(b) { early = step(b); }
  virtual double step(double s) const { return base + s; }
  virtual double turn(double s) const { return base * s; }
  virtual ~Root() = default;
};
struct Left : virtual Root {
  explicit Left(double b) : Root(b) { early += turn(b); }
  double step(double s) const override { return base * s * s; }
};
struct Right : virtual Root {
  explicit Right(double b) : Root(b) {}
  double turn(double s) const override { return base * base * s; }
};
struct Diamond : Left, Right {
  explicit Diamond(double b) : Root(b), Left(b), Right(b) {}
};

double f(const double *x, int n) {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.emplace_back(new Square(x[0]));
  shapes.emplace_back(new Both(x[1], x[2]));
  double sum = 0;
  for (auto &shape : shapes)
    sum += shape->area(x[3]) * shape->rim(x[0]);
  Both both(x[2], x[3]);
  const Named *named = &both;
  double (Named::*member)(double) const = n > 2 ? &Named::extra : &Named::tag;
  sum += named->tag(x[0]) * named->extra(x[1]) + (named->*member)(x[2]);
  Diamond diamond(x[1]);
  const Root &root = diamond;
  return sum + root.step(x[2]) * root.turn(x[3]) + root.early;
}

const double expected[] = {15.707921297004, 21.27288910604, 12.72289150067, 16.69882074264};
#include "agree.h"
