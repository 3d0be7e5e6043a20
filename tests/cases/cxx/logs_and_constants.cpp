// Numbers with derivatives are printed and written to files; constants are written and read again, and read from texts.
// run:
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
static double constants(double *factors, int n) {
    FILE *file = tmpfile();
    double numbers[4] = {1, 2, 3, 4};
    fwrite(numbers, sizeof *numbers, 4, file);
    rewind(file);
    if (fread(factors, sizeof *factors, n, file) != (size_t)n)
        abort();
    fclose(file);
    std::istringstream text("1.5 2.5");
    double a, b, c;
    text >> a >> b;
    if (sscanf("0.5", "%lf", &c) != 1)
        abort();
    return a * b * c * std::stod("4.0");
}
static double f(const double *x, int n) {
    double factors[4], scale = constants(factors, 4), s = 0;
    std::ostringstream lines;
    FILE *log = tmpfile();
    for (int i = 0; i < n; i++) {
        s += factors[i % 4] * x[i] * x[i] * scale;
        lines << "step " << i << ": " << s << '\n';
        fprintf(log, "%g\n", s);
        std::clog << std::to_string(s).substr(0, 0);
    }
    fwrite(x, sizeof *x, n, log);
    fclose(log);
    try {
        if (s > 1)
            throw std::runtime_error("too large: " + std::to_string(s));
    } catch (const std::runtime_error &error) {
        s *= error.what()[0] == 't' ? 2 : 1;
    }
    return lines.str().empty() ? 0 : s;
}
const double expected[] = {21, 60.6, 111.6, 166.8};
#include "agree.h"
