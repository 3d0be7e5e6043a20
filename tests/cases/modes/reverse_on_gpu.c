// Reverse mode in code for a GPU: what threads read adds atomically, and nothing of a context is left.
// flags: --target=nvptx64-nvidia-cuda -march=sm_70 -ffreestanding -Xclang -target-feature -Xclang +ptx70
// ir: -O2 kernel contains atomicrmw fadd
// ir: -O2 kernel lacks zymase_begin
double __enzyme_autodiff(void *, ...);
static void scale(const double *a, double *x, int i) { x[i] = a[0] * x[i]; }
void kernel(double *a, double *da, double *x, double *dx) {
  int i = __nvvm_read_ptx_sreg_tid_x();
  __enzyme_autodiff((void *)scale, a, da, x, dx, i);
}
