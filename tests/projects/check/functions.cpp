#include <array>
#include <cmath>
#include <vector>

namespace mesh {
struct Cell {
  double volume;
};
double total(const std::vector<double> &v, std::array<double, 3> &a, const Cell &cell, double &out) {
  double sum = 0;
  for (double each : v)
    sum += each * cell.volume;
  a[0] = sum;
  out = sum * sum;
  return sum * a[1];
}
} // namespace mesh
