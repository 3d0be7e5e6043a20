// Level 2 with the symbols of Fortran.
// run:
// flags: -lblas
#define FORTRAN
#include "blas_level2.h"
