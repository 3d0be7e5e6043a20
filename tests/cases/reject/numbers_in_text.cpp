// Numbers are kept as bytes of a text, and read back: what is in a text has no derivative.
// reject: the bytes of floats are copied into a std::string here
#include <cstring>
#include <string>
template <class... A> double __enzyme_autodiff(void *, A...);
static double through_text(const double *x, int n) {
    std::string text;
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
        text.append(reinterpret_cast<const char *>(&v), sizeof v);
    }
    double s = 0;
    for (int i = 0; i < n; i++) {
        double v;
        std::memcpy(&v, text.data() + i * sizeof v, sizeof v);
        s += v * v;
    }
    return s;
}
void gradient(const double *x, double *dx, int n) { __enzyme_autodiff((void *)through_text, x, dx, n); }
