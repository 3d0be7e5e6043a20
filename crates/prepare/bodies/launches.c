/* Derivatives of programs that launch kernels on a GPU: what derivatives call where the program calls CUDA's run time.

   A call of cudaX becomes `__zymase_gpu_cudaX(context, tape, lanes, from, to, ...)`: it makes the call, and writes down what the reverse sweep needs. `from` and
   `to` are the shadows of the memory that is read and that is written; null, if it has none. Where there is no tape this is forward mode.
   `__zymase_gpu_back(tape)` is what the reverse sweep does there. A launch of a kernel is `__zymase_gpu_launch`.

   What a program does on the device is a log of operations, whose arguments are known by value. Before an operation writes to memory, what is there is kept on the device
   (launches/states.h), so that the reverse sweep finds memory as it was. The gradient of a launch is one launch, of a kernel that does what the kernel does and then goes
   backwards; it begins with the memory that the kernel began with. Where what is kept would be more than a budget, only some of it is, and operations are repeated.

   Operations run on the streams that the program names, but one after the other, in the order in which the program asks for them. The reverse sweep is on one stream. */
#include "launches/cuda.h"
#include "launches/memory.h"
#include "launches/buffers.h"
#include "launches/states.h"
#include "launches/kernels.h"
#include "launches/copies.h"
#include "launches/calls.h"
