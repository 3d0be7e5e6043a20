/* Measures a program of several ranks and its gradient: the least of several times of the slowest rank, and the bytes of all messages. */
#include <malloc.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);

/* Bytes that this rank has put into messages, and how many calls these were (count.c). */
extern long counted_bytes, counted_calls;

/* Every program defines these: its name, how many parameters each rank has, and what it computes from them. */
extern const char *program_name;
int program_size(int ranks);
double program(const double *x, int n);

/* Start values between 0.5 and 1.5, others on each rank. */
static void fill(double *x, int n, int rank) {
  unsigned state = 12345 + 6789 * rank;
  for (int i = 0; i < n; i++) {
    state = state * 1664525u + 1013904223u;
    x[i] = 0.5 + (state >> 8) / 16777216.0;
  }
}

static double slowest(double time) {
  double all;
  PMPI_Allreduce(&time, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

static double sum_of(double value) {
  double all;
  PMPI_Allreduce(&value, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

/* What is sent from here on. */
static void begin_counting(void) { counted_bytes = counted_calls = 0; }

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 7, rank, ranks;
  /* Large arrays that a program frees are not given back to the system: what is measured is not how fast pages come. */
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int n = program_size(ranks);
  double *x = malloc(n * sizeof *x), *dx = malloc(n * sizeof *dx), primal = 1e30, gradient = 1e30, bytes[2], calls[2];
  fill(x, n, rank);
  for (int round = 0; round < rounds; round++) {
    begin_counting();
    PMPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    program(x, n);
    primal = fmin(primal, slowest(MPI_Wtime() - start));
    bytes[0] = sum_of(counted_bytes), calls[0] = sum_of(counted_calls);
    memset(dx, 0, n * sizeof *dx);
    begin_counting();
    PMPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    __enzyme_autodiff((void *)program, enzyme_dup, x, dx, enzyme_const, n);
    gradient = fmin(gradient, slowest(MPI_Wtime() - start));
    bytes[1] = sum_of(counted_bytes), calls[1] = sum_of(counted_calls);
  }
  /* One direction by central differences, as a check. */
  double along = 0, step = 1e-6, *p = malloc(n * sizeof *p), *m = malloc(n * sizeof *m);
  for (int i = 0; i < n; i++) {
    double direction = cos(i + rank);
    along += dx[i] * direction;
    p[i] = x[i] + step * direction;
    m[i] = x[i] - step * direction;
  }
  double above = sum_of(program(p, n)), below = sum_of(program(m, n)), difference = (above - below) / (2 * step);
  along = sum_of(along);
  int right = fabs(along - difference) <= 1e-3 * (1 + fabs(difference));
  /* The gradient runs the program, too: its own messages are those beyond. */
  if (rank == 0)
    printf("%-8s %5d %10.3f %10.3f %6.2f %12.0f %12.0f %6.2f %8.0f %8.0f %s\n", program_name, ranks, primal * 1e3, gradient * 1e3, gradient / primal, bytes[0],
           bytes[1] - bytes[0], bytes[0] > 0 ? bytes[1] / bytes[0] - 1 : 0, calls[0], calls[1] - calls[0], right ? "right" : "WRONG");
  free(x), free(dx), free(p), free(m);
  MPI_Finalize();
  return !right;
}
