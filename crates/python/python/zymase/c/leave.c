/* What ends a process, for one compiled library: it ends the call instead. Compiled without link-time optimisation, so that
 * derivatives are made as if these were the functions of the C library. */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>

void zymase_leave(const char *message);

#define INSIDE __attribute__((visibility("hidden")))

static void end(const char *message) {
  zymase_leave(message);
  /* A thread that the compiled code has started: nothing catches it. */
  fprintf(stderr, "zymase: %s\n", message);
  signal(SIGABRT, SIG_DFL);
  raise(SIGABRT);
  for (;;)
    ;
}

INSIDE void zymase_abort(void) __asm__("abort");
void zymase_abort(void) { end("it called abort()"); }

INSIDE void zymase_terminate(void) __asm__("_ZSt9terminatev");
void zymase_terminate(void) { end("it called std::terminate()"); }

static void end_with(const char *name, int status) {
  char message[64];
  snprintf(message, sizeof message, "it called %s(%d)", name, status);
  end(message);
}

INSIDE void zymase_exit(int status) __asm__("exit");
void zymase_exit(int status) { end_with("exit", status); }
INSIDE void zymase_exit_now(int status) __asm__("_exit");
void zymase_exit_now(int status) { end_with("_exit", status); }
INSIDE void zymase_exit_c(int status) __asm__("_Exit");
void zymase_exit_c(int status) { end_with("_Exit", status); }
INSIDE void zymase_quick_exit(int status) __asm__("quick_exit");
void zymase_quick_exit(int status) { end_with("quick_exit", status); }

INSIDE void zymase_assert(const char *text, const char *file, unsigned line, const char *function) __asm__("__assert_fail");
void zymase_assert(const char *text, const char *file, unsigned line, const char *function) {
  char message[512];
  snprintf(message, sizeof message, "%s:%u: %s: assertion `%s' failed", file, line, function ? function : "?", text);
  end(message);
}
