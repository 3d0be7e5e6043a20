/* The report of `zymase check`: one row per argument, with the element that agrees least. Follows `compare.h`. */

struct check_row {
  int element;
  driver_real reverse, forward, difference, deviation;
  const char *verdict;
};

static driver_real check_deviation(driver_real a, driver_real b) {
  driver_real scale = fabsl(a) > fabsl(b) ? fabsl(a) : fabsl(b);
  if (driver_agree(a, b, 0, 1))
    return 0;
  return isfinite(a) && isfinite(b) ? fabsl(a - b) / (scale > 1e-3L ? scale : 1e-3L) : INFINITY;
}

static struct check_row check_element(const struct driver_check *check, const struct driver_results *results,
                                      int element) {
  struct check_row row = {element, results->gradient[element], 0, 0, 0, "agree"};
  driver_real *direction = driver_reals(check->total), *memory = driver_reals(check->memory);
  direction[element] = 1;
  row.forward = check->forward(check->initial, direction, memory);
  driver_real unit = fabsl(check->initial[element]);
  driver_real scale = driver_scale(check, row.forward, results->largest);
  int modes_agree = driver_agree(row.reverse, row.forward, check->tolerance, scale);
  int differences_agree = driver_difference(check, direction, unit, results->objective, results->largest, row.reverse,
                                            &row.difference);
  driver_real forward_difference;
  int forward_agrees = driver_difference(check, direction, unit, results->objective, results->largest, row.forward,
                                         &forward_difference);
  row.deviation = check_deviation(row.reverse, row.forward) + check_deviation(row.reverse, row.difference);
  if (modes_agree && !differences_agree)
    row.verdict = "DISAGREES with differences";
  else if (!modes_agree && differences_agree && !forward_agrees)
    row.verdict = "forward mode DISAGREES";
  else if (!modes_agree && forward_agrees && !differences_agree)
    row.verdict = "reverse mode DISAGREES";
  else if (!modes_agree)
    row.verdict = "modes DISAGREE";
  free(direction);
  free(memory);
  return row;
}

static int check_is_good(const struct check_row *row) { return row->verdict[0] == 'a'; }

/* The worse of two rows: one that disagrees, or else the one that deviates more. */
static int check_is_worse(const struct check_row *row, const struct check_row *than) {
  if (check_is_good(row) != check_is_good(than))
    return !check_is_good(row);
  return row->deviation > than->deviation;
}

/* Prints the table; returns the number of arguments that disagree. */
static int check_table(const struct driver_check *check) {
  struct driver_results results = {0};
  driver_real returned;
  int bad = 0, first = 0;
  results.memory = driver_reals(check->memory);
  results.gradient = driver_reals(check->total);
  results.objective = check->primal(check->initial, &returned, results.memory);
  printf("  value %.10Lg\n", results.objective);
  if (!isfinite(results.objective)) {
    printf("  the value is not finite: choose other inputs (--input), or check lengths (--length) and sizes (--size); "
           "arrays are surrounded by NaN\n");
    driver_free_results(&results);
    return 1;
  }
  driver_real *memory = driver_reals(check->memory);
  check->reverse(check->initial, results.gradient, memory);
  results.largest = driver_largest(results.gradient, check->total);
  printf("  %-22s %16s %16s %16s   %s\n", "argument", "reverse", "forward", "differences", "verdict");
  for (int input = 0; input < check->input_count; ++input) {
    int count = check->inputs[input].count, tried = count < DRIVER_ELEMENTS ? count : DRIVER_ELEMENTS;
    struct check_row worst = {0};
    for (int k = 0; k < tried; ++k) {
      struct check_row row = check_element(check, &results, first + k);
      if (k == 0 || check_is_worse(&row, &worst))
        worst = row;
    }
    if (tried > 0) {
      char label[128], shown[160];
      driver_label(check, worst.element, label, sizeof label);
      snprintf(shown, sizeof shown, count > 1 ? "%s of %d" : "%s", label, count);
      printf("  %-22s %16.9Lg %16.9Lg %16.9Lg   %s\n", shown, worst.reverse, worst.forward, worst.difference,
             worst.verdict);
      bad += !check_is_good(&worst);
    }
    first += count;
  }
  driver_failures = 0;
  driver_compare_memory(check, &results, "reverse", memory);
  if (check->total > 1)
    driver_check_direction(check, &results);
  bad += driver_failures;
  free(memory);
  driver_free_results(&results);
  return bad;
}
