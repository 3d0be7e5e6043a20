// Pointers that are not in address space 0: arguments, shadows, caches, pointers behind pointers, globals, stack objects,
// copies and allocations. On this machine the numbers below 256 name the same memory as 0.
#include <math.h>
#include <stdlib.h>
#define SPACE(n) __attribute__((address_space(n)))
typedef double SPACE(1) number;

// Loads, stores and addresses; what is kept of a loop.
__attribute__((noinline)) static double squares(const number *x, number *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * x[i];
    sum += sin(y[i]);
    y[i] *= x[i];
  }
  return sum;
}

double f1(const double *x, double *y, int n) { return squares((const number *)x, (number *)y, n); }
// check: double f1(double *x = {0.5, 1.5, -2.0}, double *y = {0, 0, 0} seed {1.0, 2.0, 0.5}, int n = 3)
// value: sin(0.25) + sin(2.25) + sin(4.0)
// expect: x = {2 * 0.5 * cos(0.25) + 3 * 0.25, 2 * 1.5 * cos(2.25) + 2 * 3 * 2.25, -4 * cos(4.0) + 0.5 * 3 * 4},
//         y = {0, 0, 0}

// A list whose links are in another address space than its nodes' numbers.
struct node {
  number *value;
  struct node SPACE(2) *next;
};
__attribute__((noinline)) static double walk(struct node SPACE(2) *at) {
  double product = 1;
  while (at) {
    product *= *at->value;
    at = at->next;
  }
  return product;
}

double f2(double *x, int n) {
  struct node nodes[4];
  for (int i = 0; i < n; i++) {
    nodes[i].value = (number *)&x[i];
    nodes[i].next = i + 1 < n ? (struct node SPACE(2) *)&nodes[i + 1] : 0;
  }
  return walk((struct node SPACE(2) *)nodes);
}
// check: double f2(double *x = {2.0, 3.0, 0.5, -1.5}, int n = 4)
// value: -4.5
// expect: x = {-2.25, -1.5, -9.0, 3.0}

// A global that is not in address space 0, and a pointer in it.
static double SPACE(1) table[3];
static number *SPACE(1) chosen;
double f3(double a, double b, int k) {
  table[0] = a * b;
  table[1] = a + b;
  table[2] = a - b;
  chosen = &table[k];
  *chosen = *chosen * *chosen;
  return table[0] * table[1] * table[2];
}
// check: double f3(double a = 2.0, double b = 3.0, int k = 1)
// value: -150
// expect: a = 2 * 2.0 * 3.0 * 5.0 * -1.0 + 6.0 * 25.0 + 3.0 * 25.0 * -1.0, b = 2 * 6.0 * 5.0 * -1.0 - 6.0 * 25.0 + 2.0 * 25.0 * -1.0

// Allocated memory and a stack object, seen through other address spaces; a choice between two.
double f4(double a, double b, int first) {
  number *heap = (number *)malloc(2 * sizeof(double));
  double local[2] = {a, b * b};
  number *stack = (number *)local;
  heap[0] = sin(a);
  heap[1] = b;
  number *one = first ? heap : stack;
  double result = one[0] * one[1] + stack[1];
  free((double *)heap);
  return result;
}
// check: double f4(double a = 0.7, double b = 1.3, int first = 1)
// expect: a = 1.3 * cos(0.7), b = sin(0.7) + 2.6
// check: double f4(double a = 0.7, double b = 1.3, int first = 0)
// expect: a = 1.69, b = 2 * 0.7 * 1.3 + 2.6

// Copies from one address space to another, of numbers and of pointers.
struct pair {
  double numbers[2];
  number *there;
};
__attribute__((noinline)) static double use(struct pair SPACE(1) *p) {
  struct pair here = *p;
  p->numbers[0] = 0;
  return here.numbers[0] * here.numbers[1] * *here.there;
}

double f5(double a, double b, double *c) {
  struct pair made = {{a, b}, (number *)c};
  struct pair copies[2];
  *(struct pair SPACE(1) *)&copies[1] = made;
  double result = use((struct pair SPACE(1) *)&copies[1]);
  return result + copies[1].numbers[0];
}
// check: double f5(double a = 2.0, double b = 3.0, double *c = {5.0})
// value: 30
// expect: a = 15, b = 10, c = {6}

// Pointers that a loop changes, in memory: they are kept.
double f6(double *x, int n) {
  number *at = (number *)x;
  number *SPACE(2) *cursor = (number *SPACE(2) *)&at;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    number *now = *cursor;
    sum += sum * *now + *now * *now;
    *cursor = now + 1;
  }
  return sum;
}
// check: double f6(double *x = {0.5, 0.25, 2.0}, int n = 3)
// value: 5.125
// expect: x = {3.75, 2.25, 4.375}

// Constant data that names globals of another address space, and places in them.
static double SPACE(1) first[3], second[2];
static double *const rows[2] = {(double *)&first[1], (double *)&second[0]};
double f7(double a, double b, int k) {
  first[0] = a;
  first[1] = a * a;
  first[2] = a * b;
  second[0] = sin(b);
  second[1] = b;
  double *row = rows[k];
  row[0] *= b;
  return row[0] * row[1] + *((double *)&first[1] - 1) * *(double *)&second[1];
}
// check: double f7(double a = 0.7, double b = 1.3, int k = 0)
// value: 0.7 * 0.7 * 0.7 * 1.3 * 1.3 + 0.7 * 1.3
// expect: a = 3 * 0.49 * 1.69 + 1.3, b = 2 * 0.343 * 1.3 + 0.7
// check: double f7(double a = 0.7, double b = 1.3, int k = 1)
// value: sin(1.3) * 1.69 + 0.91
// expect: a = 1.3, b = cos(1.3) * 1.69 + 2.6 * sin(1.3) + 0.7
