/* The part of a driver that only the demo uses: prints a function, its derivatives and what they cost. */

/* Hides from the optimiser what memory holds, so that timed calls are neither folded nor hoisted. */
#define DRIVER_OPAQUE(pointer) __asm__ volatile("" : : "r"(pointer) : "memory")

/* Elements of an array that a report shows. */
enum { DRIVER_ELEMENTS_SHOWN = 4 };

static double driver_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Seconds of one call: the best of several rounds that last long enough to be measured. */
static double driver_seconds(void (*body)(long count)) {
  long count = 1;
  double seconds = 0, best = 1e30;
  for (;;) {
    double start = driver_now();
    body(count);
    seconds = driver_now() - start;
    if (seconds > 0.02)
      break;
    count *= seconds > 0.002 ? 2 : 8;
  }
  for (int round = 0; round < 7; ++round) {
    double start = driver_now();
    body(count);
    seconds = (driver_now() - start) / (double)count;
    if (seconds < best)
      best = seconds;
  }
  return best;
}

static void driver_print_seconds(double seconds) {
  if (seconds < 1e-6)
    printf("%.3g ns", seconds * 1e9);
  else if (seconds < 1e-3)
    printf("%.3g us", seconds * 1e6);
  else
    printf("%.3g ms", seconds * 1e3);
}

static void driver_print_elements(const driver_real *values, int count) {
  int shown = count < DRIVER_ELEMENTS_SHOWN ? count : DRIVER_ELEMENTS_SHOWN;
  printf("{");
  for (int i = 0; i < shown; ++i)
    printf("%s%.8Lg", i > 0 ? ", " : "", values[i]);
  printf("%s}", shown < count ? ", …" : "");
}

static void driver_print_values(const struct driver_check *check, const driver_real *values, const char *before,
                                const char *between) {
  for (int i = 0; i < check->input_count; ++i) {
    const struct driver_input *input = &check->inputs[i];
    printf("%s%s%s", i > 0 ? between : "", before, input->name);
    printf(" = ");
    if (input->is_array)
      driver_print_elements(values, input->count);
    else
      printf("%.8Lg", *values);
    values += input->count;
  }
}

/* Prints f, its derivatives and their agreement with central differences. Returns the number of failures. */
static int driver_report_check(const struct driver_check *check) {
  struct driver_results results;
  int failures = driver_run_check(check, &results);
  printf("  f:    %s(", check->function);
  driver_print_values(check, check->initial, "", ", ");
  printf(") = %.10Lg\n", results.objective);
  printf("  f':   ");
  driver_print_values(check, results.gradient, "d/d", "\n        ");
  printf("\n");
  if (!check->differences)
    printf("  central differences: not defined at this point\n");
  else if (failures == 0)
    printf("  central differences: agree (largest relative deviation %.1Le)\n", results.worst);
  driver_free_results(&results);
  return failures;
}

static void driver_report_times(void (*primal)(long), void (*gradient)(long)) {
  double primal_seconds = driver_seconds(primal);
  double gradient_seconds = driver_seconds(gradient);
  printf("  time: primal ");
  driver_print_seconds(primal_seconds);
  printf(", gradient ");
  driver_print_seconds(gradient_seconds);
  printf(", gradient / primal %.2f\n", gradient_seconds / primal_seconds);
}
