/* The fixed part of a test driver: compares derivatives three ways and reports what disagrees.
 *
 * The generated part of the driver describes each check as a `struct driver_check`: all active inputs, laid out one
 * after the other as a vector of `driver_real`, and functions that evaluate the objective and its derivatives at such a
 * vector. This part knows nothing of types, markers or calls. It is valid C and C++. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Wide enough for every type of input. */
typedef long double driver_real;

/* Elements per array that are differentiated one by one in forward mode and by differences. Longer arrays are
 * covered by the random direction. */
enum { DRIVER_ELEMENTS = 16 };

/* Failures of one check that are printed in full. */
enum { DRIVER_FAILURES_SHOWN = 6 };

struct driver_input {
  const char *name;
  int count;
  int is_array;
  int is_single; /* float: perturbations are rounded to it */
};

struct driver_check {
  const char *function;
  const struct driver_input *inputs;
  int input_count;
  int total;  /* elements of all inputs */
  int memory; /* elements of all active arrays */
  const driver_real *initial;
  const driver_real *expected;
  const char *is_expected; /* per element: whether `expected` counts */
  int has_value;
  driver_real value;
  driver_real tolerance, difference_tolerance, epsilon, small;
  int differences;
  /* Objective at a point; also what it returned, and the final content of the active arrays. */
  driver_real (*primal)(const driver_real *point, driver_real *returned, driver_real *memory);
  void (*reverse)(const driver_real *point, driver_real *gradient, driver_real *memory);
  driver_real (*forward)(const driver_real *point, const driver_real *direction, driver_real *memory);
};

/* ---- failures */

static int driver_failures;

static void driver_fail(const struct driver_check *check, const char *leg, const char *what, driver_real got, driver_real want) {
  if (driver_failures++ < DRIVER_FAILURES_SHOWN)
    printf("%s: %s: %s: got %.17Lg, want %.17Lg\n", check->function, leg, what, got, want);
}

/* Writes the name of one element of the flattened inputs, such as `x` or `x[3]`. */
static void driver_label(const struct driver_check *check, int element, char *label, size_t size) {
  for (int i = 0; i < check->input_count; ++i) {
    const struct driver_input *input = &check->inputs[i];
    if (element < input->count) {
      if (input->is_array)
        snprintf(label, size, "%s[%d]", input->name, element);
      else
        snprintf(label, size, "%s", input->name);
      return;
    }
    element -= input->count;
  }
  snprintf(label, size, "element %d", element);
}

static const struct driver_input *driver_input_of(const struct driver_check *check, int element) {
  int input = 0;
  while (element >= check->inputs[input].count)
    element -= check->inputs[input++].count;
  return &check->inputs[input];
}

/* Equality up to tolerance * scale; infinities must be equal, NaN agrees with NaN. */
static int driver_agree(driver_real got, driver_real want, driver_real tolerance, driver_real scale) {
  if (got == want || (isnan(got) && isnan(want)))
    return 1;
  return isfinite(got) && isfinite(want) && fabsl(got - want) <= tolerance * scale;
}

/* What a difference is relative to: the wanted number, or a small part of the largest of its kind. */
static driver_real driver_scale(const struct driver_check *check, driver_real want, driver_real largest) {
  driver_real floor = check->small * (largest > 1 ? largest : 1);
  return fabsl(want) > floor ? fabsl(want) : floor;
}

static driver_real driver_largest(const driver_real *values, int count) {
  driver_real largest = 0;
  for (int i = 0; i < count; ++i)
    if (isfinite(values[i]) && fabsl(values[i]) > largest)
      largest = fabsl(values[i]);
  return largest;
}

static driver_real *driver_reals(int count) {
  return (driver_real *)calloc((size_t)(count > 0 ? count : 1), sizeof(driver_real));
}

__attribute__((unused)) static void *driver_copy(const void *initial, size_t bytes) {
  void *copy = malloc(bytes > 0 ? bytes : 1);
  memcpy(copy, initial, bytes);
  return copy;
}

/* Ends the program if what must be the same in two lanes of one call is not. */
__attribute__((unused)) static void driver_same_in_lanes(driver_real a, driver_real b) {
  driver_real size = a < 0 ? -a : a;
  if (a == b || (a != a && b != b) || (a - b <= 1e-6L * size && b - a <= 1e-6L * size))
    return;
  printf("the lanes of one call disagree: %.17Lg and %.17Lg\n", a, b);
  exit(1);
}

/* ---- central differences */

/* The objective moved along a direction, with the point rounded to the types of the inputs. */
static driver_real driver_moved(const struct driver_check *check, const driver_real *direction, driver_real step) {
  driver_real *point = driver_reals(check->total), *memory = driver_reals(check->memory), returned;
  for (int i = 0; i < check->total; ++i) {
    point[i] = check->initial[i] + step * direction[i];
    if (driver_input_of(check, i)->is_single)
      point[i] = (float)point[i];
  }
  driver_real objective = check->primal(point, &returned, memory);
  free(point);
  free(memory);
  return objective;
}

static driver_real driver_central(const struct driver_check *check, const driver_real *direction, driver_real step) {
  return (driver_moved(check, direction, step) - driver_moved(check, direction, -step)) / (2 * step);
}

/* The central difference along a direction that comes closest to `want`, over several steps, plain and
 * extrapolated: no single step suits every function, and a wrong derivative agrees with none.
 * `unit` is the size of the inputs that move. Returns whether one of them agrees. */
static int driver_difference(const struct driver_check *check, const driver_real *direction, driver_real unit, driver_real objective,
                             driver_real largest, driver_real want, driver_real *closest) {
  static const driver_real double_steps[] = {6e-6L, 1e-4L, 1e-3L, 1e-6L, 1e-7L};
  static const driver_real single_steps[] = {5e-3L, 2e-2L, 1e-3L, 5e-2L, 1e-2L};
  const driver_real *steps = check->epsilon > 1e-10L ? single_steps : double_steps;
  driver_real sizes[2] = {unit > 1 ? unit : 1, unit};
  *closest = NAN;
  for (int relative = 0; relative < (unit > 0 && unit < 1 ? 2 : 1); ++relative) {
    for (int i = 0; i < 5; ++i) {
      driver_real step = steps[i] * sizes[relative];
      driver_real plain = driver_central(check, direction, step);
      driver_real finer = driver_central(check, direction, step / 2);
      driver_real candidates[2] = {plain, (4 * finer - plain) / 3};
      driver_real noise = 8 * check->epsilon * fabsl(objective) / step;
      driver_real floor = 1e-3L * (largest > 1 ? largest : 1);
      driver_real scale = fabsl(want) > floor ? fabsl(want) : floor;
      driver_real most = check->difference_tolerance * (fabsl(objective) > 1 ? fabsl(objective) : 1);
      for (int k = 0; k < 2; ++k) {
        if (isnan(*closest) || fabsl(candidates[k] - want) < fabsl(*closest - want))
          *closest = candidates[k];
        driver_real allowed = check->difference_tolerance * scale + (noise < most ? noise : most);
        if (driver_agree(candidates[k], want, 1, allowed))
          return 1;
      }
    }
  }
  return 0;
}

/* ---- the legs of a check */

struct driver_results {
  driver_real objective;
  driver_real *memory;      /* final content of the active arrays, from the function itself */
  driver_real *gradient;    /* from reverse mode */
  driver_real largest;      /* entry of the gradient */
  driver_real worst;        /* relative deviation from differences, for reports */
};

static void driver_compare_memory(const struct driver_check *check, const struct driver_results *results,
                                  const char *leg, const driver_real *memory) {
  for (int i = 0; i < check->memory; ++i) {
    driver_real scale = driver_scale(check, results->memory[i], 1);
    if (!driver_agree(memory[i], results->memory[i], check->tolerance, scale)) {
      driver_fail(check, leg, "an array's final content differs from the function's own", memory[i],
                  results->memory[i]);
      return;
    }
  }
}

static void driver_compare_differences(const struct driver_check *check, struct driver_results *results,
                                       const driver_real *direction, driver_real unit, driver_real reverse, driver_real forward,
                                       const char *label) {
  driver_real closest;
  if (!check->differences)
    return;
  if (!driver_difference(check, direction, unit, results->objective, results->largest, reverse, &closest))
    driver_fail(check, "reverse against differences", label, reverse, closest);
  driver_real scale = fabsl(reverse) > 1e-3L ? fabsl(reverse) : 1e-3L;
  if (fabsl(closest - reverse) / scale > results->worst)
    results->worst = fabsl(closest - reverse) / scale;
  if (!driver_difference(check, direction, unit, results->objective, results->largest, forward, &closest))
    driver_fail(check, "forward against differences", label, forward, closest);
}

/* One element: forward mode against the expected value and reverse mode, all against differences. */
static void driver_check_element(const struct driver_check *check, struct driver_results *results, int element) {
  char label[128];
  driver_label(check, element, label, sizeof label);
  driver_real *direction = driver_reals(check->total), *memory = driver_reals(check->memory);
  direction[element] = 1;
  driver_real forward = check->forward(check->initial, direction, memory);
  driver_real reverse = results->gradient[element];
  driver_compare_memory(check, results, "forward", memory);
  if (check->is_expected[element]) {
    driver_real want = check->expected[element];
    if (!driver_agree(forward, want, check->tolerance, driver_scale(check, want, results->largest)))
      driver_fail(check, "forward against expected", label, forward, want);
  }
  if (!driver_agree(reverse, forward, check->tolerance, driver_scale(check, forward, results->largest)))
    driver_fail(check, "reverse against forward", label, reverse, forward);
  driver_compare_differences(check, results, direction, fabsl(check->initial[element]), reverse, forward, label);
  free(direction);
  free(memory);
}

/* A fixed random direction through all inputs at once. */
static void driver_check_direction(const struct driver_check *check, struct driver_results *results) {
  driver_real *direction = driver_reals(check->total), *memory = driver_reals(check->memory);
  driver_real reverse = 0, magnitude = 0;
  uint64_t state = 88172645463325252u;
  for (int i = 0; i < check->total; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    direction[i] = (float)((driver_real)(state >> 33) / (driver_real)(1u << 30) - 1);
    reverse += direction[i] * results->gradient[i];
    magnitude += fabsl(direction[i] * results->gradient[i]);
  }
  driver_real forward = check->forward(check->initial, direction, memory);
  driver_real scale = driver_scale(check, forward, results->largest > magnitude ? results->largest : magnitude);
  if (fabsl(forward) < magnitude)
    scale = magnitude; /* the terms cancel */
  if (!driver_agree(reverse, forward, check->tolerance, scale))
    driver_fail(check, "reverse against forward", "random direction", reverse, forward);
  driver_real largest = results->largest;
  results->largest = magnitude > largest ? 1e3L * magnitude : 1e3L * largest; /* differences of sums that cancel */
  driver_compare_differences(check, results, direction, 1, reverse, forward, "random direction");
  results->largest = largest;
  free(direction);
  free(memory);
}

static void driver_check_reverse(const struct driver_check *check, struct driver_results *results) {
  char label[128];
  driver_real *memory = driver_reals(check->memory);
  check->reverse(check->initial, results->gradient, memory);
  results->largest = driver_largest(results->gradient, check->total);
  driver_real expected_largest = driver_largest(check->expected, check->total);
  if (expected_largest < results->largest)
    results->largest = expected_largest > 0 ? expected_largest : results->largest;
  driver_compare_memory(check, results, "reverse", memory);
  for (int i = 0; i < check->total; ++i) {
    driver_real want = check->expected[i], scale = driver_scale(check, want, results->largest);
    if (check->is_expected[i] && !driver_agree(results->gradient[i], want, check->tolerance, scale)) {
      driver_label(check, i, label, sizeof label);
      driver_fail(check, "reverse against expected", label, results->gradient[i], want);
    }
  }
  free(memory);
}

/* Runs all legs; the caller frees the results. Returns the number of failures. */
static int driver_run_check(const struct driver_check *check, struct driver_results *results) {
  driver_real returned;
  driver_failures = 0;
  results->worst = 0;
  results->memory = driver_reals(check->memory);
  results->gradient = driver_reals(check->total);
  results->objective = check->primal(check->initial, &returned, results->memory);
  if (check->has_value &&
      !driver_agree(returned, check->value, check->tolerance, driver_scale(check, check->value, 1)))
    driver_fail(check, "value", "the function itself", returned, check->value);
  driver_check_reverse(check, results);
  int element = 0;
  for (int i = 0; i < check->input_count; ++i) {
    int tried = check->inputs[i].count < DRIVER_ELEMENTS ? check->inputs[i].count : DRIVER_ELEMENTS;
    for (int k = 0; k < tried; ++k)
      driver_check_element(check, results, element + k);
    element += check->inputs[i].count;
  }
  int is_finite = 1;
  for (int i = 0; i < check->total; ++i)
    is_finite = is_finite && isfinite(results->gradient[i]);
  if (check->total > 1 && is_finite)
    driver_check_direction(check, results);
  if (driver_failures > DRIVER_FAILURES_SHOWN)
    printf("%s: … and %d more disagreements\n", check->function, driver_failures - DRIVER_FAILURES_SHOWN);
  return driver_failures;
}

static void driver_free_results(struct driver_results *results) {
  free(results->memory);
  free(results->gradient);
}
