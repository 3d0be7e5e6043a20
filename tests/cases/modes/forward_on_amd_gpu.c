// The same where variables of functions have an address space of their own, 5.
// flags: --target=amdgcn-amd-amdhsa -mcpu=gfx90a -nogpulib -ffreestanding
// ir: -O2 kernel contains load double, ptr addrspace(1)
// ir: -O0 zymase.forward.scale.ddc contains alloca [4 x double], align 8, addrspace(5)
// ir: -O2 kernel lacks zymase
// ir: -O2 kernel lacks @free
#include "gpu_forward.h"
