/* Derivatives of MPI programs: what derivatives call where the program calls MPI.

   A call of MPI_X becomes `__zymase_mpi_X(context, tape, lanes, from, to, ...)`: it makes the call, and writes down what the reverse
   sweep needs. `from` and `to` are the shadows, in each lane, of the memory that is read and that is written; null, if it has none. Where there
   is no tape this is forward mode, and tangents go along. `__zymase_mpi_back(tape)` is what the reverse sweep does there.

   Whether a rank takes part in a message of derivatives depends on the types of the message alone, not on whether its buffer is active: so partners agree.
   It is compiled twice, for the two ways in which libraries pass handles (mpi/abi.h). */
#include "mpi/abi.h"

void *__zymase_allocate(void *context, long bytes);
void *__zymase_global_shadow(void *context, void *key, long bytes, long lane);
void __zymase_check_memory(void *memory);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
int strcmp(const char *, const char *);
char *getenv(const char *);
void abort(void) __attribute__((noreturn));
int dprintf(int, const char *, ...);

#include "mpi/layout.h"
#include "mpi/state.h"
#include "mpi/packed.h"
#include "mpi/point.h"
#include "mpi/requests.h"
#include "mpi/collective.h"
#include "mpi/neighbours.h"
#include "mpi/windows.h"
