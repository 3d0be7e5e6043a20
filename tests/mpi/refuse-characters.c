// reject: bytes are sent that may be floats
#include "ranks.h"
#include <string.h>

/* As refuse-bytes.c, as characters: a text, and numbers behind it: where they begin depends on the length of the text. */
double f(int n, double *x) {
  char buffer[32 + COUNT * sizeof(double)] = "positions", got[32];
  size_t length = strlen(buffer) + 1;
  double back[COUNT];
  memcpy(buffer + length, x, n * sizeof(double));
  MPI_Bcast(buffer, (int)(length + n * sizeof(double)), MPI_CHAR, 0, MPI_COMM_WORLD);
  strcpy(got, buffer);
  memcpy(back, buffer + strlen(got) + 1, n * sizeof(double));
  return back[0] * back[1] * strlen(got);
}
