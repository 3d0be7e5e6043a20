// Bytes of numbers are put into the characters of a text: by a pointer to them, and one by one.
// reject: the bytes of floats are copied into a std::string here
// reject: parts of a floating-point number or pointer are moved as integers here
// flags: -std=c++17
#include <cstring>
#include <string>
template <class... A> double __enzyme_autodiff(void *, A...);
static double by_pointer(const double *x, int n) {
    std::string text(8 * n, ' ');
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
        std::memcpy(&text[8 * i], &v, sizeof v);
    }
    double s = 0;
    for (int i = 0; i < n; i++) {
        double v;
        std::memcpy(&v, text.data() + 8 * i, sizeof v);
        s += v;
    }
    return s;
}
static double one_by_one(const double *x, int n) {
    std::string text;
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
        const char *bytes = reinterpret_cast<const char *>(&v);
        for (unsigned k = 0; k < sizeof v; k++)
            text.push_back(bytes[k]);
    }
    double s = 0;
    for (int i = 0; i < n; i++) {
        double v;
        std::memcpy(&v, text.data() + 8 * i, sizeof v);
        s += v;
    }
    return s;
}
void first(const double *x, double *dx, int n) { __enzyme_autodiff((void *)by_pointer, x, dx, n); }
void second(const double *x, double *dx, int n) { __enzyme_autodiff((void *)one_by_one, x, dx, n); }
