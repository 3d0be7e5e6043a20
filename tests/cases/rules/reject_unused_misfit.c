// Rules whose types do not fit their functions are refused where they are registered, used or not.
// reject: in the registration '__enzyme_register_gradient_square': the rule 'reverse_square' of type double (double, ptr) does not fit 'square' of type double (double); expected: double (double, double, [tape])
// reject: in the registration '__enzyme_register_gradient_scale': the rule 'augmented_scale' of type double (ptr, i32) does not fit 'scale' of type double (ptr, i32); expected: {[tape], double} (ptr, ptr, i32, [i32])
// reject: in the registration '__enzyme_register_derivative_product': the rule 'forward_product' of type float (double, double, double, double) does not fit 'product' of type double (double, double); expected: {double, double} (double, double, double, double)
// reject: in the registration '__enzyme_register_splitderivative_product': the rule 'second_product' of type double (double, double) does not fit 'product' of type double (double, double); expected: double (double, double, double, double, [tape])
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x; }
double augmented_square(double x) { return x * x; }
double reverse_square(double x, double *seed) { return x * *seed; }
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)augmented_square, (void *)reverse_square};

double scale(double *x, int n) { return x[0] * n; }
double augmented_scale(double *x, int n) { return x[0] * n; }
void reverse_scale(double *x, double *dx, int n, double seed) { dx[0] += n * seed; }
void *__enzyme_register_gradient_scale[] = {(void *)scale, (void *)augmented_scale, (void *)reverse_scale};

double product(double x, double y) { return x * y; }
float forward_product(double x, double dx, double y, double dy) { return x * dy + dx * y; }
void *__enzyme_register_derivative_product[] = {(void *)product, (void *)forward_product};
double first_product(double x, double y) { return x * y; }
double second_product(double x, double y) { return x * y; }
void *__enzyme_register_splitderivative_product[] = {(void *)product, (void *)first_product, (void *)second_product};

double other(double x) { return 3 * x; }
double f(double x) { return __enzyme_autodiff((void *)other, x); }
