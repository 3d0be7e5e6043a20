// Numbers moved as integer lanes of half their size.
typedef double pair __attribute__((vector_size(16)));
typedef int quad __attribute__((vector_size(16)));
double swapped(double x, double y) {
    pair p = {x * y, x + y};
    quad bits = (quad)p;
    quad moved = __builtin_shufflevector(bits, (quad)(p * p), 2, 3, 4, 5);
    pair q = (pair)moved;
    return q[0] * q[0] * q[1];
}
// check: double swapped(double x = 1.5, double y = 0.5)
// value: 2.25
// expect: x = 5.25, y = 11.25
