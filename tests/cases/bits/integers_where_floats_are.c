// reject: argument 1 of 'f' has a shadow, and integers where it also holds floats are converted to floating point by their value
// flags: -Werror -fno-strict-aliasing
// A warning, made an error here: under the condition it could be the integer member of a union.
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

float f(const float *x, int rough) {
  if (rough)
    return *(const int *)x * 1.1920929e-7f - 127;
  return x[0] * x[0];
}

void gradient(float *x, float *dx, int rough) { __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, rough); }
