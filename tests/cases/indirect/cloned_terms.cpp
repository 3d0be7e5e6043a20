// Terms of a formula are objects: a constant, a variable, a sum or product, with a number, an integer and a letter at the same
// place. They are copied by a virtual function. Of calls whose object is known one candidate is left.
// run:
#include <memory>
struct term {
  virtual ~term() = default;
  virtual double value(const double *x) const = 0;
  virtual std::unique_ptr<term> clone() const = 0;
};
using owner = std::unique_ptr<term>;
struct constant : term {
  double number;
  constant(double number) : number(number) {}
  double value(const double *) const override { return number; }
  owner clone() const override { return std::make_unique<constant>(number); }
};
struct variable : term {
  int index;
  variable(int index) : index(index) {}
  double value(const double *x) const override { return x[index]; }
  owner clone() const override { return std::make_unique<variable>(index); }
};
struct operation : term {
  char letter;
  owner left, right;
  operation(char letter, owner left, owner right)
      : letter(letter), left(std::move(left)), right(std::move(right)) {}
  double value(const double *x) const override {
    double a = left->value(x), b = right->value(x);
    switch (letter) {
    case '+':
      return a + b;
    case '*':
      return a * b;
    case '-':
      return a - b;
    default:
      return a / (b * b + 1);
    }
  }
  owner clone() const override { return std::make_unique<operation>(letter, left->clone(), right->clone()); }
};
static owner make(char letter, owner left, owner right) {
  return std::make_unique<operation>(letter, std::move(left), std::move(right));
}
static double f(const double *x, int) {
  owner sum = make('+', std::make_unique<variable>(0), std::make_unique<constant>(x[1] * 2));
  owner quotient = make('/', std::make_unique<variable>(2), std::make_unique<variable>(1));
  owner product = make('*', std::move(sum), std::move(quotient));
  owner rest = make('-', product->clone(), make('*', std::move(product), std::make_unique<constant>(3)));
  return rest->value(x) * rest->value(x);
}
const double expected[] = {8.198917644172768, -5.902116745782902, 17.98472257431446};
#include "agree.h"
