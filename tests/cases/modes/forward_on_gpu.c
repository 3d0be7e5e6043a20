// Forward mode in code for a GPU: shadows are in the address spaces of what they belong to, and nothing of a run time is left.
// flags: --target=nvptx64-nvidia-cuda -march=sm_50 -ffreestanding
// ir: -O2 kernel contains load double, ptr addrspace(1)
// ir: -O2 kernel contains addrspace(3)
// ir: -O2 kernel lacks zymase
// ir: -O2 kernel lacks @free
#include "gpu_forward.h"
