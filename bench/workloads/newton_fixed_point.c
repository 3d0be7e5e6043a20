/* bench: Newton, Kepler's equation, fixed point
   sizes: 20000
   check: 20

   The same, with the loop marked as one that ends at a fixed point. */
#define FIXED_POINT(tolerance) zymase_fixed_point(tolerance)
#include "newton.c"
