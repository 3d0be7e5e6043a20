// Complex roots and inverse functions of float and long double on their cuts and on the imaginary axis.
#include <complex.h>
// check: float of_csqrtf(float x = -4.0, float y = 0.0)
// expect: x = -0.5, y = 0.25
// differences: off (on the cut)
// check: float of_csqrtf(float x = -4.0, float y = -0.0)
// expect: x = 0.5, y = -0.25
// differences: off (on the cut)
// check: float of_csqrtf(float x = 0.0, float y = 1.0)
// expect: x = -0.353553390593, y = 1.06066017178
float of_csqrtf(float x, float y) { float complex w = csqrtf(__builtin_complex(x, y)); return crealf(w) + 2 * cimagf(w); }
// check: float of_casinf(float x = 2.0, float y = -0.0)
// expect: x = -1.15470053838, y = 0.57735026919
// differences: off (on the cut)
float of_casinf(float x, float y) { float complex w = casinf(__builtin_complex(x, y)); return crealf(w) + 2 * cimagf(w); }
// check: long double of_csqrtl(long double x = -4.0, long double y = 0.0)
// expect: x = -0.5, y = 0.25
// differences: off (on the cut)
// check: long double of_csqrtl(long double x = -0.0, long double y = 1.0)
// expect: x = -0.353553390593274, y = 1.060660171779821
long double of_csqrtl(long double x, long double y) { long double complex w = csqrtl(__builtin_complex(x, y)); return creall(w) + 2 * cimagl(w); }
// check: long double of_cacoshl(long double x = 0.5, long double y = 0.0)
// expect: x = -2.309401076758503, y = 1.154700538379252
// differences: off (on the cut)
long double of_cacoshl(long double x, long double y) { long double complex w = cacoshl(__builtin_complex(x, y)); return creall(w) + 2 * cimagl(w); }
