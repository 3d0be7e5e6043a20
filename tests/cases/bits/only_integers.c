// reject: argument 1 of 'logarithm' has a shadow, and the integers that it holds are converted to floating point by their value
// flags: -Werror -fno-strict-aliasing
// A warning, made an error here: nothing tells that the integers are the bits of floats.
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

float logarithm(const float *x) { return *(const int *)x * 1.1920929e-7f - 127; }

void gradient(float *x, float *dx) { __enzyme_autodiff((void *)logarithm, enzyme_dup, x, dx); }
