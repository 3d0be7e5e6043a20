/* bench: heat equation, 3-D, checkpoints
   sizes: 100 400
   check: 5

   The same with 20 states held. */
#define CHECKPOINT() zymase_checkpoint(20)
#include "heat.c"
