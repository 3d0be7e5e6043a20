// Also in a file that asks for no derivative.
// reject: in the registration '__enzyme_register_gradient_square': the rule 'reverse_square' of type float (double, double) does not fit 'square' of type double (double); expected: double (double, double, [tape])
double square(double x) { return x * x; }
double augmented_square(double x) { return x * x; }
float reverse_square(double x, double seed) { return 2 * x * seed; }
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)augmented_square, (void *)reverse_square};
