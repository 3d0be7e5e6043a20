// LAPACK.
// run:
// flags: -llapack -lblas
#include "blas_lapack.h"
