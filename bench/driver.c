/* Runs workloads that were compiled in several ways, each a shared library, and measures them.

   driver time SIZE MILLISECONDS PHASES=LIBRARY...   best CPU times of all of them, interleaved
   driver memory SIZE PHASE=LIBRARY                  peak memory and allocations
   driver check SIZE PHASE=LIBRARY                   the derivatives against central differences
   driver compare SIZE g=LIBRARY g=LIBRARY           the gradients of two libraries
   driver compile ROUNDS COMMAND...                  best CPU time and best wall-clock time of a command

   Phases are p (primal), g (gradient) and h (hand-written gradient). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_INPUTS = 16, MOST_LIBRARIES = 32, PHASES = 3, LEAST_ROUNDS = 5 };

static const char phase_names[] = "pgh";

/* Libraries without a plugin still name the markers. */
int enzyme_const, enzyme_dup, enzyme_dupnoneed, enzyme_out;

struct Inputs {
  double *value[MOST_INPUTS], *shadow[MOST_INPUTS];
  size_t count[MOST_INPUTS];
  int inputs;
};

struct Library {
  struct Inputs inputs;
  void (*setup)(int);
  double (*primal)(void);
  void (*gradient)(void);
  void (*hand)(void);
  /* The phases to look at, and their best times. */
  int wanted[PHASES];
  double best[PHASES];
};

static struct Inputs *current;
static unsigned long random_state;
static unsigned long allocations;
static int counting;

void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

void *malloc(size_t size) {
  allocations += counting;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations += counting;
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  allocations += counting;
  return __libc_realloc(old, size);
}

double uniform(double low, double high) {
  random_state = random_state * 6364136223846793005ul + 1442695040888963407ul;
  return low + (high - low) * ((random_state >> 11) * 0x1p-53);
}

double *input(size_t count, double low, double high) {
  int at = current->inputs++;
  if (at == MOST_INPUTS)
    abort();
  current->value[at] = malloc(count * sizeof(double));
  current->shadow[at] = calloc(count, sizeof(double));
  current->count[at] = count;
  for (size_t i = 0; i < count; ++i)
    current->value[at][i] = uniform(low, high);
  return current->value[at];
}

double *shadow(const double *value) {
  for (int i = 0; i < current->inputs; ++i)
    if (current->value[i] == value)
      return current->shadow[i];
  abort();
}

static void clear(struct Inputs *inputs) {
  for (int i = 0; i < inputs->inputs; ++i)
    memset(inputs->shadow[i], 0, inputs->count[i] * sizeof(double));
}

/* From `PHASES=PATH`. */
static void load(struct Library *library, const char *argument, int size) {
  const char *path = strchr(argument, '=');
  void *handle = path ? dlopen(path + 1, RTLD_LAZY | RTLD_LOCAL) : 0;
  if (!handle) {
    fprintf(stderr, "%s\n", path ? dlerror() : "expected PHASES=LIBRARY");
    exit(2);
  }
  memset(library, 0, sizeof *library);
  *(void **)&library->setup = dlsym(handle, "setup");
  *(void **)&library->primal = dlsym(handle, "primal");
  *(void **)&library->gradient = dlsym(handle, "gradient");
  *(void **)&library->hand = dlsym(handle, "hand");
  for (int phase = 0; phase < PHASES; ++phase) {
    library->best[phase] = INFINITY;
    library->wanted[phase] = memchr(argument, phase_names[phase], path - argument) != 0;
  }
  library->wanted[2] &= library->hand != 0;
  random_state = 1;
  current = &library->inputs;
  library->setup(size);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

static volatile double sink;

static double run(struct Library *library, int phase) {
  current = &library->inputs;
  clear(current);
  double start = now();
  if (phase == 0)
    sink = library->primal();
  else if (phase == 1)
    library->gradient();
  else
    library->hand();
  return now() - start;
}

static int measure(int size, double seconds, int count, char **paths) {
  static struct Library libraries[MOST_LIBRARIES];
  if (count > MOST_LIBRARIES)
    return 2;
  for (int i = 0; i < count; ++i)
    load(&libraries[i], paths[i], size);
  double end = now() + seconds;
  for (int round = 0; round < LEAST_ROUNDS || now() < end; ++round)
    for (int i = 0; i < count; ++i)
      for (int phase = 0; phase < PHASES; ++phase)
        if (libraries[i].wanted[phase]) {
          double time = run(&libraries[i], phase);
          if (time < libraries[i].best[phase])
            libraries[i].best[phase] = time;
        }
  for (int i = 0; i < count; ++i)
    printf("%.9g %.9g %.9g\n", libraries[i].best[0], libraries[i].best[1], libraries[i].best[2]);
  return 0;
}

static int memory(int size, const char *argument) {
  struct Library library;
  load(&library, argument, size);
  counting = 1;
  for (int phase = 0; phase < PHASES; ++phase)
    if (library.wanted[phase])
      run(&library, phase);
  counting = 0;
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%ld %lu\n", usage.ru_maxrss, allocations);
  return 0;
}

/* The derivative in a direction, against differences along it; the largest relative difference of a few directions. */
static double disagreement(struct Library *library, int phase) {
  struct Inputs *inputs = &library->inputs;
  double worst = 0;
  for (int direction = 0; direction < 3; ++direction) {
    run(library, phase);
    double *along[MOST_INPUTS], *base[MOST_INPUTS], expected = 0, values[4];
    for (int i = 0; i < inputs->inputs; ++i) {
      along[i] = malloc(inputs->count[i] * sizeof(double));
      base[i] = malloc(inputs->count[i] * sizeof(double));
      memcpy(base[i], inputs->value[i], inputs->count[i] * sizeof(double));
      for (size_t k = 0; k < inputs->count[i]; ++k) {
        along[i][k] = uniform(-1, 1);
        expected += along[i][k] * inputs->shadow[i][k];
      }
    }
    const double steps[4] = {-2, -1, 1, 2}, h = 1e-6;
    for (int s = 0; s < 4; ++s) {
      for (int i = 0; i < inputs->inputs; ++i)
        for (size_t k = 0; k < inputs->count[i]; ++k)
          inputs->value[i][k] = base[i][k] + steps[s] * h * along[i][k];
      current = inputs;
      values[s] = library->primal();
    }
    double difference = (values[0] - 8 * values[1] + 8 * values[2] - values[3]) / (12 * h);
    double error = fabs(expected - difference) / fmax(1e-3, fmax(fabs(expected), fabs(difference)));
    if (!(error <= worst))
      worst = error;
    for (int i = 0; i < inputs->inputs; ++i) {
      memcpy(inputs->value[i], base[i], inputs->count[i] * sizeof(double));
      free(base[i]);
      free(along[i]);
    }
  }
  return worst;
}

static int check(int size, const char *argument) {
  struct Library library;
  load(&library, argument, size);
  for (int phase = 1; phase < PHASES; ++phase)
    if (library.wanted[phase])
      printf("%.3g\n", disagreement(&library, phase));
  return 0;
}

/* The largest difference between the gradients of two libraries, relative to the largest derivative. */
static int compare(int size, char **arguments) {
  struct Library libraries[2];
  for (int i = 0; i < 2; ++i) {
    load(&libraries[i], arguments[i], size);
    run(&libraries[i], 1);
  }
  struct Inputs *first = &libraries[0].inputs, *second = &libraries[1].inputs;
  double largest = 0, worst = 0;
  int same = first->inputs == second->inputs;
  for (int i = 0; same && i < first->inputs; ++i) {
    same = first->count[i] == second->count[i];
    for (size_t k = 0; same && k < first->count[i]; ++k) {
      double difference = fabs(first->shadow[i][k] - second->shadow[i][k]);
      if (!(difference <= worst))
        worst = difference;
      largest = fmax(largest, fabs(first->shadow[i][k]));
    }
  }
  printf("%.3g\n", same ? worst / largest : INFINITY);
  return 0;
}

static double children(void) {
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1e-6 * (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static double wall(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

static int compile(int rounds, char **command) {
  double best = INFINITY, best_wall = INFINITY;
  for (int round = 0; round < rounds; ++round) {
    double start = children(), start_wall = wall();
    pid_t child = fork();
    if (child == 0) {
      execvp(command[0], command);
      _exit(127);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
      return 1;
    best = fmin(best, children() - start);
    best_wall = fmin(best_wall, wall() - start_wall);
  }
  printf("%.6g %.6g\n", best, best_wall);
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 4 && !strcmp(argv[1], "time"))
    return measure(atoi(argv[2]), 1e-3 * atof(argv[3]), argc - 4, argv + 4);
  if (argc == 4 && !strcmp(argv[1], "memory"))
    return memory(atoi(argv[2]), argv[3]);
  if (argc == 4 && !strcmp(argv[1], "check"))
    return check(atoi(argv[2]), argv[3]);
  if (argc == 5 && !strcmp(argv[1], "compare"))
    return compare(atoi(argv[2]), argv + 3);
  if (argc > 3 && !strcmp(argv[1], "compile"))
    return compile(atoi(argv[2]), argv + 3);
  fprintf(stderr, "usage: driver time|memory|check|compare|compile ARGUMENTS\n");
  return 2;
}
