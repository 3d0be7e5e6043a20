// reject: 'mine' is said to be like 'flog', which is not known
double __enzyme_autodiff(void *, ...);
double mine(double x) { return x; }
void *__enzyme_function_like_mine[] = {(void *)mine, (void *)"flog"};
double f(double x) { return __enzyme_autodiff((void *)mine, x); }
