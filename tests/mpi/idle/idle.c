/* Loaded before the library in tests: a rank that waits sleeps for a moment. MPICH looks for messages again and again instead, and Open MPI gives its turn to others, after whom
   it comes last: on a busy machine, or with more ranks than processors, programs that make many windows then take minutes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static int sleep_a_moment(void) { return nanosleep(&(struct timespec){0, 1000}, NULL); }

/* What Open MPI calls with `mpi_yield_when_idle`. */
int sched_yield(void) { return sleep_a_moment(); }

/* Where MPICH looks for messages; how much it found to do. */
unsigned ucp_worker_progress(void *worker) {
  static unsigned (*look)(void *), in_vain;
  if (!look) look = (unsigned (*)(void *))dlsym(RTLD_NEXT, "ucp_worker_progress");
  unsigned found = look(worker);
  in_vain = found ? 0 : in_vain + 1;
  if (in_vain > 20) sleep_a_moment();
  return found;
}
