// A step of training on batches that lie on different ranks: the gradient of the mean loss is that of the same loss on one rank.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);

enum { INPUTS = 3, HIDDEN = 4, SAMPLES = 12, WEIGHTS = HIDDEN * (INPUTS + 2) };

static double loss_of(const double *w, int sample) {
  double out = 0;
  for (int h = 0; h < HIDDEN; h++) {
    double sum = w[h];
    for (int i = 0; i < INPUTS; i++) sum += w[HIDDEN + h * INPUTS + i] * sin(0.7 * sample + i);
    out += w[HIDDEN + HIDDEN * INPUTS + h] * tanh(sum);
  }
  double error = out - cos(0.3 * sample);
  return error * error;
}

double serial(const double *w) {
  double sum = 0;
  for (int s = 0; s < SAMPLES; s++) sum += loss_of(w, s);
  return sum / SAMPLES;
}

/* The weights come from the first rank, and all ranks know the loss of all. */
double parallel(double *w, int rank, int ranks) {
  double own = 0, mean, copy[WEIGHTS];
  for (int k = 0; k < WEIGHTS; k++) copy[k] = w[k];
  MPI_Bcast(copy, WEIGHTS, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int s = rank; s < SAMPLES; s += ranks) own += loss_of(copy, s);
  MPI_Allreduce(&own, &mean, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return rank == 0 ? mean / SAMPLES : 0;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks, failures = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double w[WEIGHTS], want[WEIGHTS] = {0}, got[WEIGHTS] = {0};
  for (int k = 0; k < WEIGHTS; k++) w[k] = 0.3 * sin(k + 1.0);
  __enzyme_autodiff((void *)serial, enzyme_dup, w, want);
  __enzyme_autodiff((void *)parallel, enzyme_dup, w, got, enzyme_const, rank, enzyme_const, ranks);
  for (int k = 0; k < WEIGHTS; k++) {
    double wanted = rank == 0 ? want[k] : 0;
    if (fabs(got[k] - wanted) > 1e-14) fprintf(stderr, "rank %d, weight %d: %.17g, but %.17g\n", rank, k, got[k], wanted), failures++;
  }
  MPI_Finalize();
  return failures != 0;
}
