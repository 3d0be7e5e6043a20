// What memory holds is known only from the calls that pass it; the size is asked before them.
// run:
// leaks: on
#include <stdlib.h>
#include <string.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_allocated, enzyme_tape;
size_t __enzyme_augmentsize(void *, ...);
void __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
static void cp(void *to, void *from, size_t n) { memcpy(to, from, n); }
int main() {
  size_t n = __enzyme_augmentsize((void *)cp, enzyme_dup, enzyme_dup, enzyme_const);
  void *m = malloc(n + 1);
  double a[3] = {1, 2, 3}, da[3] = {0}, b[3], db[3] = {4, 5, 6};
  __enzyme_augmentfwd((void *)cp, enzyme_allocated, n, enzyme_tape, m, enzyme_dup, b, db, enzyme_dup, a, da,
                      enzyme_const, sizeof a);
  __enzyme_reverse((void *)cp, enzyme_allocated, n, enzyme_tape, m, enzyme_dup, b, db, enzyme_dup, a, da, enzyme_const,
                   sizeof a);
  for (int i = 0; i < 3; i++) {
    check_close("da", da[i], 4 + i, 0);
    check_close("db", db[i], 0, 0);
    check_close("b", b[i], a[i], 0);
  }
  free(m);
  return 0;
}
