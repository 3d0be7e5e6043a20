// LAPACK in single precision.
// run:
// flags: -llapack -lblas
#define SINGLE
#include "blas_lapack.h"
