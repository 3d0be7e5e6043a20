// A logger of the program's own takes active numbers; no derivative leaves it.
#include <stdarg.h>
#include <stdio.h>

static int lines;

static void write_line(const char *text) {
  ++lines;
  if (lines > 1000)
    puts(text);
}

static void note(const char *format, ...) {
  char text[100];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  write_line(text);
}

double cubed(double x, double *y) {
  note("x is %g", x);
  *y *= x;
  note("y is %g at %p", *y, (void *)y);
  return x * *y * x;
}
// check: double cubed(double x = 2, double *y = {3})
// value: 24
// expect: x = 36, y = {8}
