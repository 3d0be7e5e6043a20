#include <stdio.h>
#include <zymase/autodiff.h>

double weighted(double x, const double *w, int n);
int calls_so_far(void);
void set_scale(double to);

/* The other file has a function of the same name. */
static double helper(double x) { return x + 1; }

int main(void) {
  double w[4] = {1, 2, 3, 4}, dw[4] = {0, 0, 0, 0};
  set_scale(2);
  double reverse = __enzyme_autodiff((void *)weighted, enzyme_out, 3.0, enzyme_dup, w, dw, enzyme_const, 4);
  double forward = __enzyme_fwddiff((void *)weighted, enzyme_dup, 3.0, 1.0, enzyme_const, w, enzyme_const, 4);
  printf("reverse %g forward %g shadow %g calls %d\n", reverse, forward, helper(dw[3]), calls_so_far());
  return 0;
}
