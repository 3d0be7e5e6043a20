// Closures with captures of several kinds in std::functions, beside closures of the same type that the function never makes.
// run:
#include <functional>
#include <map>
#include <string>
#include <vector>
double elsewhere(const double *x, int n) {
    int k = n;
    float q = 2;
    double a = x[0];
    std::vector<double> copy(x, x + n);
    std::string name = "abc";
    std::function<double(double)> first = [k, a](double t) { return a * t * k; };
    std::function<double(double)> second = [k, q, x](double t) { return t * k * q * x[0]; };
    std::function<double(double)> third = [copy, name, n](double t) { return copy[1] * t * name.size() * n; };
    std::function<double(double)> both = [first, third](double t) { return first(third(t)); };
    std::map<int, double> by_number{{1, x[0]}};
    std::function<double(double)> fourth = [copy, name, by_number, n](double t) { return copy[1] * t + by_number.at(1) * n; };
    return first(1) + second(2) + third(3) + both(4) + fourth(5);
}
static double f(const double *x, int n) {
    std::vector<std::function<double(double)>> steps;
    for (int i = 0; i < n; ++i) {
        double a = x[i];
        if (i % 2)
            steps.push_back([a, i](double t) { return a * t + i; });
        else
            steps.push_back([x, i](double t) { return x[i] * t * t; });
    }
    double sum = 1;
    for (auto &step : steps)
        sum = sum * 0.5 + 0.1 * step(sum);
    return sum;
}
const double expected[] = {0.01483285590742219, 0.014067766833994423, 0.007927882372482582, 0.015555085637190358, 0.020877673452064715};
#include "agree.h"
