// Numbers that are written to a file, a stream or a text, and read from there: what is read has no derivative.
// reject: after floats with derivatives were written to a file, a stream or a string (tests/cases/reject/numbers_come_back.cpp:15)
// reject: after floats with derivatives were written to a file, a stream or a string (tests/cases/reject/numbers_come_back.cpp:30)
// reject: after floats with derivatives were written to a file, a stream or a string (tests/cases/reject/numbers_come_back.cpp:40)
// flags: -g
#include <cstdio>
#include <cstdlib>
#include <sstream>

template <class... A> double __enzyme_autodiff(void *, A...);
static double through_file(const double *x, int n) {
    FILE *file = tmpfile();
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
        fwrite(&v, sizeof v, 1, file);
    }
    rewind(file);
    double s = 0;
    for (int i = 0; i < n; i++) {
        double v = 0;
        if (fread(&v, sizeof v, 1, file) == 1)
            s += v;
    }
    fclose(file);
    return s;
}
static double through_stream(const double *x, int n) {
    std::stringstream stream;
    for (int i = 0; i < n; i++)
        stream << ' ' << x[i] * x[i];
    double s = 0, v;
    while (stream >> v)
        s += v;
    return s;
}
static double through_text(const double *x, int n) {
    double s = 0;
    char text[40];
    for (int i = 0; i < n; i++) {
        snprintf(text, sizeof text, "%.17g", x[i] * x[i]);
        s += strtod(text, nullptr);
    }
    return s;
}
void first(const double *x, double *dx, int n) { __enzyme_autodiff((void *)through_file, x, dx, n); }
void second(const double *x, double *dx, int n) { __enzyme_autodiff((void *)through_stream, x, dx, n); }
void third(const double *x, double *dx, int n) { __enzyme_autodiff((void *)through_text, x, dx, n); }
