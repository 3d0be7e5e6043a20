// A sparse matrix times a vector, a warp for each row.
#include "check.h"

__global__ void product(const int *start, const int *column, const double *value, const double *x, double *y, int rows) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= rows)
    return;
  double sum = 0;
  for (int e = start[warp] + lane; e < start[warp + 1]; e += 32)
    sum += value[e] * x[column[e]];
  for (int offset = 16; offset > 0; offset >>= 1)
    sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (lane == 0)
    y[warp] = sum;
}

int main() {
  const int rows = 90;
  std::vector<int> start(rows + 1), column;
  std::vector<double> value, x(rows), expected(rows);
  for (double &one : x)
    one = (int)(number() * 10);
  for (int r = 0; r < rows; r++) {
    for (int k = (int)(number() * 80); k > 0; k--) {
      column.push_back((int)(number() * rows));
      value.push_back((int)(number() * 10));
      expected[r] += value.back() * x[column.back()];
    }
    start[r + 1] = column.size();
  }
  double *y;
  CALL(cudaMalloc(&y, rows * sizeof(double)));
  product<<<(rows + 2) / 3, 96>>>(to_device(start), to_device(column), to_device(value), to_device(x), y, rows);
  compare("product", to_host(y, rows), expected);
  return 0;
}
