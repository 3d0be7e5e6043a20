// Threads that read the same number would add to the same adjoint: reverse mode is refused in code for a GPU.
// reject: cannot differentiate 'scale' in reverse mode in code for a GPU
// reject: use forward mode
// flags: --target=nvptx64-nvidia-cuda -march=sm_50 -ffreestanding
double __enzyme_autodiff(void *, ...);
static void scale(const double *a, double *x, int i) { x[i] = a[0] * x[i]; }
void kernel(double *a, double *da, double *x, double *dx) {
  int i = __nvvm_read_ptx_sreg_tid_x();
  __enzyme_autodiff((void *)scale, a, da, x, dx, i);
}
