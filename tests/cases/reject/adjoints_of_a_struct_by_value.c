// reject: parameter 1 of 'triple' is a struct passed by value: adjoints of its floats would go into a copy and be lost
// reject: parameter 1 of 'scaled' is a struct passed by value: adjoints of its floats would go into a copy and be lost
extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);

struct triple { double a, b, c; };
struct scaled { double *data; double scale; };

double triple(struct triple s) { return s.a * s.b * s.c; }
double scaled(struct scaled s) { return s.data[0] * s.scale; }

int main(void) {
  struct triple s = {1, 2, 3}, ds = {0, 0, 0};
  double x = 1, dx = 0;
  struct scaled t = {&x, 2}, dt = {&dx, 0};
  __enzyme_autodiff((void *)triple, enzyme_dup, s, ds);
  __enzyme_autodiff((void *)scaled, enzyme_dup, t, dt);
  return ds.a + dx > 0;
}
