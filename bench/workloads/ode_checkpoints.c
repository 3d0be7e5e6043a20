/* bench: ODE with a state of 1 kB, checkpoints
   sizes: 10000 100000 1000000
   check: 20

   The same with as many states held as fit into 56 MB. */
#define CHECKPOINT() zymase_checkpoint(-56000000)
#include "ode_state.c"
