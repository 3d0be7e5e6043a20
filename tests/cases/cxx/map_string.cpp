// A map whose keys are texts, short and long.
// run:
// again: -stdlib=libc++ -O1 -O2
// leaks: on
#include <map>
#include <string>
static double f(const double *x, int n) {
    std::map<std::string, double> m;
    m["alpha"] = x[0];
    m["beta"] = x[1] * x[0];
    m["a_very_long_key_that_is_on_the_heap"] = x[2];
    for (int i = 0; i < n; ++i)
        m["k" + std::to_string(i)] = x[i] * x[i];
    double s = 0;
    for (const auto &[k, v] : m)
        s += v * v * k.size();
    return s * m.at("alpha") + m["beta"];
}
const double expected[] = {93.93828148, 9.2411256, 71.4370944, 15.0394664, 17.4279616};
#include "agree.h"
