/* bench: C++ energy of terms
   sizes: 3000
   check: 12

   A sum over terms of three kinds that are called through their base class. */
#include <cmath>
#include <memory>
#include <vector>
extern "C" {
#include "workload.h"
}
double __enzyme_autodiff(void *, ...);

namespace {

struct Term {
  virtual ~Term() = default;
  virtual double energy(const double *x) const = 0;
};

struct Well : Term {
  int at;
  double centre;
  Well(int at, double centre) : at(at), centre(centre) {}
  double energy(const double *x) const override { return (x[at] - centre) * (x[at] - centre); }
};

struct Bond : Term {
  int from, to;
  double depth;
  Bond(int from, int to, double depth) : from(from), to(to), depth(depth) {}
  double energy(const double *x) const override {
    double distance = x[from] - x[to];
    return depth * (1 - std::exp(-distance * distance));
  }
};

struct Angle : Term {
  int left, middle, right;
  Angle(int left, int middle, int right) : left(left), middle(middle), right(right) {}
  double energy(const double *x) const override { return std::sin(x[left] - x[middle]) * std::cos(x[right] - x[middle]); }
};

struct Model {
  std::vector<std::unique_ptr<Term>> terms;
};

double energy(const Model *model, const double *x) {
  double sum = 0;
  for (const auto &term : model->terms)
    sum += term->energy(x);
  return sum;
}

Model model;
double *x;

} // namespace

extern "C" void setup(int size) {
  x = input(size, -1, 1);
  for (int i = 0; i < size; i += 3) {
    model.terms.push_back(std::make_unique<Well>(i, 0.3));
    model.terms.push_back(std::make_unique<Bond>(i, (i + 7) % size, 0.5));
    model.terms.push_back(std::make_unique<Angle>(i, (i + 3) % size, (i + 11) % size));
  }
}

extern "C" double primal(void) { return energy(&model, x); }

extern "C" void gradient(void) { __enzyme_autodiff((void *)energy, enzyme_const, &model, enzyme_dup, x, shadow(x)); }
