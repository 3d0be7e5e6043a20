// A list that grows step by step.
// reject: moves a pointer that it does not start with
#include <stdlib.h>
#include <zymase/autodiff.h>

struct node {
  double value;
  struct node *next;
};

double f(double x, int steps) {
  struct node *list = 0;
  for (int t = 0; t < steps; ++t) {
    zymase_checkpoint(3);
    struct node *node = malloc(sizeof *node);
    node->value = x;
    node->next = list;
    list = node;
    x = x * x + 0.1;
  }
  double sum = 0;
  for (; list; list = list->next)
    sum += list->value;
  return sum;
}

int main(void) { return __enzyme_autodiff((void *)f, 0.3, 10) > 0; }
