// reject: 'fill' is inactive and writes floats through its parameter 2: their shadows keep the derivatives of what was overwritten
// flags: -Werror
// A warning, made an error here: the program asked for it, and would be surprised.
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static void __attribute__((noinline)) fill(int n, double *x) {
  for (int i = 0; i < n; ++i)
    x[i] = i;
}
void *__enzyme_inactivefn_fill[] = {(void *)fill};

static double f(double *x, int n) {
  double before = x[0] * x[0];
  fill(n, x);
  return before + x[0] * 3;
}

int main(void) {
  double x[4] = {1, 2, 3, 4}, dx[4] = {0};
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
  return dx[0] == 0;
}
