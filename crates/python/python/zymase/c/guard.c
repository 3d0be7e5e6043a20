/* Runs compiled code so that it cannot end the process: what would (abort, exit, a failed assertion, an exception of C++, a
 * fault of the processor) becomes a status and a message.
 *
 * Compiled as C, or as C++ where the code that is called may throw. One copy is loaded for all compiled libraries. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
#include <exception>
#include <typeinfo>
extern "C" {
#endif

static __thread sigjmp_buf *back;
static __thread char text[1024];

#define FAULTS 4
static const int faults[FAULTS] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static struct sigaction before[FAULTS];

const char *zymase_message(void) { return text; }

/* Leaves the code that zymase_guard runs in this thread; returns if there is none. */
void zymase_leave(const char *message) {
  if (!back)
    return;
  snprintf(text, sizeof text, "%s", message);
  siglongjmp(*back, 1);
}

static void on_fault(int number, siginfo_t *info, void *context) {
  if (back) {
    const char *name = number == SIGSEGV  ? "it used memory that is not there (SIGSEGV)"
                       : number == SIGBUS ? "it used memory that is not there (SIGBUS)"
                       : number == SIGFPE ? "an integer was divided by zero (SIGFPE)"
                                          : "it ran into code that must not be reached (SIGILL)";
    snprintf(text, sizeof text, "%s", name);
    siglongjmp(*back, 1);
  }
  for (int i = 0; i < FAULTS; i++)
    if (faults[i] == number) {
      if (before[i].sa_flags & SA_SIGINFO) {
        if (before[i].sa_sigaction) {
          before[i].sa_sigaction(number, info, context);
          return;
        }
      } else if (before[i].sa_handler != SIG_DFL && before[i].sa_handler != SIG_IGN) {
        before[i].sa_handler(number);
        return;
      }
      /* As if we were not there: the instruction is run again, and ends the process. */
      signal(number, SIG_DFL);
    }
}

/* A stack of its own for the handler, in each thread: a recursion without end leaves nothing of the usual one. */
static __thread void *stack;

static void prepare_thread(void) {
  stack_t current, ours;
  if (stack)
    return;
  if (sigaltstack(NULL, &current) == 0 && !(current.ss_flags & SS_DISABLE)) {
    stack = current.ss_sp;
    return;
  }
  memset(&ours, 0, sizeof ours);
  ours.ss_size = 64 * 1024;
  ours.ss_sp = stack = malloc(ours.ss_size);
  if (ours.ss_sp)
    sigaltstack(&ours, NULL);
}

__attribute__((constructor)) static void install(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  for (int i = 0; i < FAULTS; i++)
    sigaction(faults[i], &action, &before[i]);
}

int zymase_guard(void (*body)(void **), void **slots) {
  sigjmp_buf here;
  sigjmp_buf *volatile outer = back;
  volatile int status = 0;
  prepare_thread();
  if (sigsetjmp(here, 0) == 0) {
    back = &here;
#ifdef __cplusplus
    try {
      body(slots);
    } catch (const std::exception &error) {
      snprintf(text, sizeof text, "it threw an exception: %s", error.what());
      status = 1;
    } catch (...) {
      snprintf(text, sizeof text, "it threw something that is no std::exception");
      status = 1;
    }
#else
    body(slots);
#endif
  } else {
    status = 1;
  }
  back = outer;
  return status;
}

#ifdef __cplusplus
}
#endif
