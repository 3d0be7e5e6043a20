// Assembly that is one well-known instruction on whole vectors.
typedef double pair __attribute__((vector_size(16)));
double largest(const double *x) {
    pair a = {x[0], x[1]}, b = {x[2], x[3]};
    pair most = b;
    __asm__("maxpd %[a], %[most]" : [most] "+x"(most) : [a] "x"(a));
    pair least = b;
    __asm__("minpd %[a], %[least]" : [least] "+x"(least) : [a] "x"(a));
    most = most * most - least;
    return most[0] * 2 + most[1] * 3;
}
// check: double largest(double *x = {1.5, 4.5, 3.5, 2.5})
// value: 74.75
// expect: x = {-2, 27, 14, -3}
