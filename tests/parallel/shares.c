// Every iteration is run once, by the thread that the static schedule gives it to, for any number of iterations and threads.
#include <omp.h>
#include <stdio.h>

static int owner[64], wrong;

// A loop of another function has the same shares.
__attribute__((noinline)) static void compare_owners(int n) {
#pragma omp for schedule(static) nowait
  for (int i = 0; i < n; ++i)
    if (owner[i] != omp_get_thread_num()) {
#pragma omp atomic
      wrong++;
    }
}

static void run_each_once(int n, int threads) {
  int runs[64] = {0};
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; ++i) {
      owner[i] = omp_get_thread_num();
      runs[i]++;
    }
    compare_owners(n);
  }
  for (int i = 0; i < n; ++i)
    wrong += runs[i] != 1;
}

static void count_small(int n, int threads) {
  int last = -1, wanted = -1;
  unsigned long long sum = 0, serial = 0;
#pragma omp parallel for num_threads(threads) lastprivate(last) reduction(+ : sum)
  for (unsigned char i = 3; i < n; i += 3)
    last = i, sum += i;
  for (int i = 3; i < n; i += 3)
    wanted = i, serial += i;
  wrong += last != wanted || sum != serial;
}

static void count_wide(int n, int threads) {
  long long sum = 0, serial = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
  for (long long i = -n; i < n; i += 2)
    sum += i;
  for (long long i = -n; i < n; i += 2)
    serial += i;
  wrong += sum != serial;
}

static void count_to_the_limit(int n, int threads) {
  const int limit = 2147483647;
  long long sum = 0, serial = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
  for (int i = limit - n; i < limit; ++i)
    sum += i;
  for (int i = limit - n; i < limit; ++i)
    serial += i;
  wrong += sum != serial;
}

static void count_down(int n, int threads) {
  unsigned sum = 0, serial = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : sum) collapse(2)
  for (int i = n; i > 0; i -= 3)
    for (unsigned j = 0; j < 5; j += 2)
      sum += i * j + 1;
  for (int i = n; i > 0; i -= 3)
    for (unsigned j = 0; j < 5; j += 2)
      serial += i * j + 1;
  wrong += sum != serial;
}

int main(void) {
  for (int n = 0; n < 40; ++n)
    for (int threads = 1; threads < 9; ++threads) {
      run_each_once(n, threads);
      count_small(n, threads);
      count_wide(n, threads);
      count_to_the_limit(n, threads);
      count_down(n, threads);
    }
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
