/* What derivatives of loops that end at a fixed point ask about the numbers of their state.

   At the end x = F(x, p). Reverse mode runs the reverse of one pass at x again and again: the adjoint of the state that comes out
   of it goes in again, until none is left to speak of. Forward mode runs the tangents of one pass until they stay the same.

   The numbers are in a piece of memory, one in every `stride` bytes from `primal` on; `shadow` is where their derivatives are. Memory
   whose shadow is the memory itself has none. */

typedef long long count;

/* What there is to say of derivatives, the worst of all last. */
enum { SETTLED, MOVING, NOT_FINITE };

/* Numbers of the last digits by which tangents may differ from pass to pass, times the distance of two neighbours. */
#define NOISE_OF_DOUBLE 1.5e-14
#define NOISE_OF_SINGLE 8e-6

void __zymase_checkpoint_wraps(void);
void __zymase_fixed_point_moves(const char *place, double change, double tolerance);
void __zymase_fixed_point_differs(const char *place);
int memcmp(const void *a, const void *b, unsigned long bytes);

#define IN_CALLER __attribute__((always_inline))

static IN_CALLER double get(const char *at, count single) {
  double value;
  float narrow;
  if (!single) {
    __builtin_memcpy(&value, at, sizeof value);
    return value;
  }
  __builtin_memcpy(&narrow, at, sizeof narrow);
  return narrow;
}

static IN_CALLER void put(char *at, count single, double value) {
  if (single) {
    float narrow = (float)value;
    __builtin_memcpy(at, &narrow, sizeof narrow);
  } else {
    __builtin_memcpy(at, &value, sizeof value);
  }
}

static IN_CALLER int is_finite(double value) { return value - value == 0; }

static IN_CALLER double larger(double a, double b) { return a > b ? a : b; }

/* The bytes of a piece, which a loop may not touch at all. */
IN_CALLER count __zymase_fixed_bytes(const char *start, count bytes) {
  if (bytes < 0)
    __zymase_checkpoint_wraps();
  return start ? bytes : 0;
}

/* Gives memory that passes only read a content. What is as it should be is left alone: it may be shared, or not be writable. */
IN_CALLER void __zymase_fixed_put(char *to, const char *from, count bytes) {
  if (memcmp(to, from, bytes))
    __builtin_memcpy(to, from, bytes);
}

/* The last pass, run again, must leave the loop as it did. */
IN_CALLER void __zymase_fixed_same(int way, int before, const char *place) {
  if (way != before)
    __zymase_fixed_point_differs(place);
}

/* Notes how large adjoints are. */
IN_CALLER void __zymase_fixed_note(const char *primal, const char *shadow, count bytes, count stride, count single,
                                   double *largest) {
  for (count k = 0; k < bytes / stride; ++k)
    largest[k] = primal == shadow ? 0 : __builtin_fabs(get(shadow + k * stride, single));
}

/* Is nothing left of the adjoints, compared with the largest that each was? */
IN_CALLER int __zymase_fixed_rest(const char *primal, const char *shadow, count bytes, count stride, count single,
                                  double *largest, double tolerance) {
  int state = SETTLED;
  if (primal == shadow)
    return state;
  for (count k = 0; k < bytes / stride; ++k) {
    double size = __builtin_fabs(get(shadow + k * stride, single));
    if (!is_finite(size))
      return NOT_FINITE;
    if (!(size <= tolerance * largest[k]))
      state = MOVING;
    largest[k] = larger(largest[k], size);
  }
  return state;
}

/* Has the state settled, as far as it has derivatives? A pass leads from `saved` to `primal`. */
IN_CALLER int __zymase_fixed_settled(const char *primal, const char *saved, count bytes, count stride, count single,
                                     const double *largest, double tolerance, const char *place) {
  double scale = 0;
  for (count k = 0; k < bytes / stride; ++k)
    scale = larger(scale, __builtin_fabs(get(saved + k * stride, single)));
  double most = larger(__builtin_sqrt(tolerance) * scale, tolerance);
  for (count k = 0; k < bytes / stride; ++k) {
    double change = __builtin_fabs(get(primal + k * stride, single) - get(saved + k * stride, single));
    if (largest[k] == 0 || change <= most)
      continue;
    if (!is_finite(change))
      return NOT_FINITE;
    __zymase_fixed_point_moves(place, change, tolerance);
  }
  return SETTLED;
}

IN_CALLER void __zymase_fixed_clear(const char *primal, char *shadow, count bytes, count stride, count single) {
  for (count k = 0; k < bytes / stride; ++k)
    if (primal != shadow)
      put(shadow + k * stride, single, 0);
}

/* Are tangents where they were, but for rounding? With `follow`, `last` becomes what they are. */
IN_CALLER int __zymase_fixed_near(const char *primal, const char *shadow, count bytes, count stride, count single,
                                  double *last, double tolerance, count follow) {
  double noise = single ? NOISE_OF_SINGLE : NOISE_OF_DOUBLE, scale = 0;
  int state = SETTLED;
  if (primal == shadow)
    return state;
  for (count k = 0; k < bytes / stride; ++k)
    scale = larger(scale, larger(__builtin_fabs(last[k]), __builtin_fabs(get(shadow + k * stride, single))));
  double most = larger(tolerance, noise);
  most = (follow ? most : __builtin_sqrt(most)) * scale;
  for (count k = 0; k < bytes / stride; ++k) {
    double tangent = get(shadow + k * stride, single);
    if (!is_finite(tangent))
      state = NOT_FINITE;
    else if (state == SETTLED && !(__builtin_fabs(tangent - last[k]) <= most))
      state = MOVING;
    if (follow)
      last[k] = tangent;
  }
  return state;
}

/* Moves tangents away from where they are: passes must bring them back. */
IN_CALLER void __zymase_fixed_disturb(const char *primal, char *shadow, count bytes, count stride, count single) {
  double scale = 0;
  for (count k = 0; k < bytes / stride; ++k)
    scale = larger(scale, __builtin_fabs(get(shadow + k * stride, single)));
  scale = scale > 0 ? scale : 1;
  for (count k = 0; k < bytes / stride; ++k)
    if (primal != shadow)
      put(shadow + k * stride, single, get(shadow + k * stride, single) + (k & 1 ? -1.25 : 1.5) * scale);
}

IN_CALLER void __zymase_fixed_return(const char *primal, char *shadow, count bytes, count stride, count single,
                                     const double *last) {
  for (count k = 0; k < bytes / stride; ++k)
    if (primal != shadow)
      put(shadow + k * stride, single, last[k]);
}
