// A pipeline of oneTBB runs its filters in tasks of the library's own.
// flags: -std=c++17 -ltbb
// reject: pipelines of oneTBB are not differentiated
#include <tbb/parallel_pipeline.h>

double __enzyme_autodiff(void *, double);

static double filtered(double x) {
  double sum = 0;
  int i = 0;
  tbb::parallel_pipeline(2, tbb::make_filter<void, double>(tbb::filter_mode::serial_in_order,
                                                           [&](tbb::flow_control &control) {
                                                             if (i == 3)
                                                               control.stop();
                                                             return x * ++i;
                                                           }) &
                                tbb::make_filter<double, void>(tbb::filter_mode::serial_in_order, [&](double y) { sum += y * y; }));
  return sum;
}

int main() { return __enzyme_autodiff((void *)filtered, 1.0) > 0; }
