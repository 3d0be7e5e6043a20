// Bytes of unknown type are copied between active buffers: no evidence is an error, not a guess.
// reject: type
#include <string.h>
void __enzyme_autodiff(void *, ...);
void copy(void *dst, const void *src, long bytes) { memcpy(dst, src, (unsigned long)bytes); }
void dcopy(void *dst, void *ddst, const void *src, void *dsrc, long bytes) { __enzyme_autodiff((void *)copy, dst, ddst, src, dsrc, bytes); }
