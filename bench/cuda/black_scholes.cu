// Prices of European options by the formula of Black and Scholes.
#include "driver.h"

const int COUNT = 1 << 20;
float *spot, *strike, *years, *calls, *sells;

BOTH inline float normal(float d) {
  float k = 1 / (1 + 0.2316419f * fabsf(d));
  float tail = 0.39894228f * expf(-0.5f * d * d) *
               (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1 - tail : tail;
}

BOTH inline void price(float s, float x, float t, float *call, float *put) {
  const float rate = 0.02f, volatility = 0.3f;
  float root = sqrtf(t), d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
  float d2 = d1 - volatility * root, n1 = normal(d1), n2 = normal(d2), discount = expf(-rate * t);
  *call = s * n1 - x * discount * n2;
  *put = x * discount * (1 - n2) - s * (1 - n1);
}

#ifdef __CUDA__
__global__ void prices(const float *spot, const float *strike, const float *years, float *calls, float *sells, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    price(spot[i], strike[i], years[i], &calls[i], &sells[i]);
}

void compute() { prices<<<(COUNT + 127) / 128, 128>>>(spot, strike, years, calls, sells, COUNT); }
#else
void compute() {
#pragma omp parallel for
  for (int i = 0; i < COUNT; i++)
    price(spot[i], strike[i], years[i], &calls[i], &sells[i]);
}
#endif

void setup() {
  spot = numbers<float>(COUNT, 5, 30);
  strike = numbers<float>(COUNT, 1, 100);
  years = numbers<float>(COUNT, 0.25, 10);
  calls = array<float>(COUNT);
  sells = array<float>(COUNT);
}
void reset() {}
double result() { return checksum(calls, COUNT) + checksum(sells, COUNT); }
