#include <cstdio>
#include <iostream>
double __enzyme_autodiff(void *, double);
double printed(double x);
double f(double x) { return printed(x) * x; }

struct Nowhere : std::streambuf {
    int overflow(int c) override { return c; }
};

int main(int argc, char **argv) {
    static Nowhere nowhere;
    switch (argc > 1 ? argv[1][0] : 'f') {
    case 'f': std::cout.setstate(std::ios::failbit); break;
    case 'n': std::cout.rdbuf(nullptr); break;
    default: std::cout.rdbuf(&nowhere);
    }
    std::printf("%g\n", __enzyme_autodiff((void *)f, 3.0));
}
