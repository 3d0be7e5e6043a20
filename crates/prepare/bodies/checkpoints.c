/* Runs a loop backwards from few copies of its state.

   The compiler has put one pass through the loop, a step, into a function and knows what memory steps write. Of that memory
   copies are held, at most `slots` at once, each with the number of the step before which it was made. To reverse the
   last step that is left, the latest copy is put back and the steps from there are run again, making copies on the way where
   that saves most (`__zymase_checkpoint_distance`).

   All memory comes from the context of the derivative call, and goes away with it. */

typedef long long count;

enum { MOST = 0x7fffffffffffffffll };

/* How many states are held: so many; as a function of the number of steps; or, by smaller numbers, as many as fit into so
   many bytes. */
enum { OF_SQUARE_ROOT = 0, OF_LOGARITHM = -1 };

/* What a piece of memory is to the loop. */
enum {
  STATE,  /* steps read and write it: it is part of every copy */
  OUTPUT, /* steps only write it */
  INPUT   /* steps only read it, and somebody writes it before they run again */
};

struct piece {
  char *start;
  count bytes;
  count kind;
};

struct copy {
  count step;
  char *content;
};

struct run {
  count steps, slots, stride;
  /* Copies: those in use, those with memory, and those there is room for. */
  count used, made, room;
  struct copy *copies;
  /* Of all pieces of each kind. */
  count bytes[3];
  char *inputs;
  count pieces;
  struct piece piece[];
};

typedef count (*advance)(void *frame, count most, int *left);
typedef void (*back)(void *frame);

void *__zymase_allocate(void *context, count bytes);
void __zymase_checkpoint_wraps(void);
void *memcpy(void *to, const void *from, unsigned long bytes);
int memcmp(const void *a, const void *b, unsigned long bytes);

/* How many steps can be reversed with so many copies, the one at their beginning included, when no step runs more than
   `repeats` times before it is reversed: the binomial coefficient (copies + repeats over copies). */
static count reach(count copies, count repeats) {
  count result = 1;
  for (count k = 1; k <= repeats; ++k) {
    count product;
    if (__builtin_mul_overflow(result, copies + k, &product))
      return MOST;
    result = product / k;
  }
  return result;
}

/* From a copy, with `steps` steps to reverse and `copies` copies (that one included): how far to go before the next copy is
   made, for the fewest steps in all. */
count __zymase_checkpoint_distance(count steps, count copies) {
  if (copies <= 1 || steps <= 2)
    return steps - 1;
  if (steps <= copies)
    return 1;
  count repeats = 1;
  while (reach(copies, repeats) < steps)
    ++repeats;
  count most = reach(copies, repeats - 1), rest = steps - reach(copies - 1, repeats - 1);
  count distance = most < rest ? most : rest;
  return distance < 1 ? 1 : distance;
}

static count logarithm(count n) {
  count result = 0;
  while (n >>= 1)
    ++result;
  return result;
}

static count square_root(count n) {
  count low = 0, high = 3037000499;
  while (low < high) {
    count middle = low + (high - low + 1) / 2;
    if (middle * middle <= n)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

static count slots_for(count wanted, count steps) {
  if (wanted > 0)
    return wanted < steps ? wanted : steps;
  return 1 + (wanted == OF_SQUARE_ROOT ? square_root(steps) : logarithm(steps));
}

static char *gather(const struct run *run, count kind, char *to) {
  for (count k = 0; k < run->pieces; ++k)
    if (run->piece[k].kind == kind) {
      memcpy(to, run->piece[k].start, run->piece[k].bytes);
      to += run->piece[k].bytes;
    }
  return to;
}

static const char *scatter(const struct run *run, count kind, const char *from) {
  for (count k = 0; k < run->pieces; ++k)
    if (run->piece[k].kind == kind) {
      memcpy(run->piece[k].start, from, run->piece[k].bytes);
      from += run->piece[k].bytes;
    }
  return from;
}

/* Gives memory that steps only read a content. What is as it should be is left alone: it may be shared, or not be writable. */
static void put_inputs(const struct run *run, const char *content) {
  for (count k = 0; k < run->pieces; ++k)
    if (run->piece[k].kind == INPUT) {
      if (memcmp(run->piece[k].start, content, run->piece[k].bytes))
        memcpy(run->piece[k].start, content, run->piece[k].bytes);
      content += run->piece[k].bytes;
    }
}

static void save(struct run *run, void *context, count step) {
  if (run->used == run->room) {
    count room = 2 * run->room + 4;
    struct copy *larger = __zymase_allocate(context, room * sizeof(struct copy));
    memcpy(larger, run->copies, run->room * sizeof(struct copy));
    run->copies = larger;
    run->room = room;
  }
  struct copy *copy = &run->copies[run->used++];
  if (run->used > run->made) {
    copy->content = __zymase_allocate(context, run->bytes[STATE]);
    run->made = run->used;
  }
  copy->step = step;
  gather(run, STATE, copy->content);
}

/* Drops every second copy. */
static void thin(struct run *run) {
  count used = 0;
  for (count k = 0; k < run->used; k += 2, ++used) {
    struct copy kept = run->copies[k];
    run->copies[k] = run->copies[used];
    run->copies[used] = kept;
  }
  run->used = used;
  run->stride *= 2;
}

/* How many copies are held while the number of steps is not known. */
static count held(const struct run *run, count wanted) {
  if (wanted > 0)
    return wanted;
  return wanted == OF_SQUARE_ROOT ? 2 * run->stride + 2 : 2 * logarithm(run->stride) + 4;
}

/* The number of steps is known: copies where they will be wanted. */
static void forward_known(struct run *run, void *context, void *frame, count trips, advance advance, int *left) {
  while (!*left) {
    count rest = trips - run->steps, unused = run->slots - run->used;
    count distance = rest > 1 && unused > 0 ? __zymase_checkpoint_distance(rest, unused + 1) : MOST;
    run->steps += advance(frame, distance, left);
    if (!*left && distance != MOST)
      save(run, context, run->steps);
  }
}

/* It is not: copies at equal distances, which double whenever there are too many. */
static void forward_unknown(struct run *run, void *context, void *frame, count wanted, advance advance, int *left) {
  run->stride = 1;
  while (!*left) {
    count distance = run->stride - run->steps % run->stride;
    run->steps += advance(frame, wanted == 1 ? MOST : distance, left);
    if (*left)
      break;
    if (run->used >= held(run, wanted))
      thin(run);
    if (run->steps % run->stride == 0)
      save(run, context, run->steps);
  }
}

/* Both halves are part of the derivative that calls them: what the program knows when it is compiled, sizes above all, is then
   known to the steps too, although they find it in the frame. */
#define PART_OF_CALLER __attribute__((always_inline))

/* The loop itself. `trips` is the number of steps, or negative when it is not known. */
PART_OF_CALLER struct run *__zymase_checkpoint_forward(void *context, void *frame, const struct piece *piece, count pieces, count trips,
                                        count wanted, advance advance, int *left) {
  struct run *run = __zymase_allocate(context, sizeof(struct run) + pieces * sizeof(struct piece));
  *run = (struct run){.pieces = pieces};
  for (count k = 0; k < pieces; ++k) {
    struct piece known = piece[k];
    if (known.bytes < 0)
      __zymase_checkpoint_wraps();
    if (!known.start)
      known.bytes = 0;
    run->piece[k] = known;
    run->bytes[known.kind] += known.bytes;
  }
  if (wanted < OF_LOGARITHM) {
    /* Everything that is written is kept once more while the loop runs backwards. */
    count rest = -wanted - run->bytes[STATE] - run->bytes[OUTPUT] - 2 * run->bytes[INPUT];
    count most = rest / (run->bytes[STATE] + 2 * (count)sizeof(struct copy));
    wanted = most < 1 ? 1 : most;
  }
  run->inputs = __zymase_allocate(context, run->bytes[INPUT]);
  gather(run, INPUT, run->inputs);
  *left = 0;
  save(run, context, 0);
  if (trips >= 0) {
    run->slots = slots_for(wanted, trips);
    forward_known(run, context, frame, trips, advance, left);
  } else {
    forward_unknown(run, context, frame, wanted, advance, left);
    run->slots = slots_for(wanted, run->steps);
  }
  return run;
}

/* The loop backwards. All memory is afterwards as it was before. */
PART_OF_CALLER void __zymase_checkpoint_reverse(void *context, void *frame, struct run *run, advance advance, back back) {
  const count *bytes = run->bytes;
  char *before = __zymase_allocate(context, bytes[STATE] + bytes[OUTPUT] + bytes[INPUT]);
  char *inputs = gather(run, OUTPUT, gather(run, STATE, before));
  gather(run, INPUT, inputs);
  put_inputs(run, run->inputs);
  /* The copy at the beginning is never given up: a tape may be used again. */
  run->used = run->used ? run->used : 1;
  int left = 0;
  for (count last = run->steps - 1; last >= 0; --last) {
    struct copy *latest = &run->copies[run->used - 1];
    scatter(run, STATE, latest->content);
    count at = latest->step;
    while (at < last) {
      count unused = run->slots - run->used;
      count distance = __zymase_checkpoint_distance(last + 1 - at, (unused < 0 ? 0 : unused) + 1);
      advance(frame, distance, &left);
      at += distance;
      if (at < last)
        save(run, context, at);
    }
    back(frame);
    if (run->copies[run->used - 1].step == last)
      --run->used;
  }
  put_inputs(run, inputs);
  scatter(run, OUTPUT, scatter(run, STATE, before));
}
