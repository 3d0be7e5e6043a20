/* What was in memory before operations wrote to it.

   Operations that follow each other are a segment. Of each segment is kept what was, when it began, in the memory that it writes. With that, memory can be brought back to the
   state before the segment from the state behind it; and then the segment can be repeated, operation by operation. At first each operation is a
   segment of its own. Where all that is kept is more than the budget, neighbouring segments become one, which keeps the older of what both have. The forward
   sweep has one half of the budget, so that the other is left for the states of what is repeated.

   Memory that nobody had written to before is kept as nothing: what was in it is not defined. */
struct save { char *base, *copy; long bytes; };
struct segment { long first, count, saves, room; struct save *save; int is_solid; };

enum kind { ALLOCATION, RELEASE, UPLOAD, DOWNLOAD, MOVE, FILL, LAUNCH, NOTHING };
struct range { char *base; long bytes; int is_fresh; };
struct record {
  enum kind kind;
  void *context, *stream;
  struct state *state;
  long stamp, index, bytes;
  char *to, *from, *to_shadow, *from_shadow, *host;
  int value, is_solid;
  struct buffer *buffer;
  /* Memory that it writes. */
  struct range *range;
  int ranges, reads_written;
  /* A launch. */
  const struct kernel *kernel;
  struct dimensions grid, block;
  size_t shared;
  char *arguments, *shadows;
  int wants_numbers, is_active, is_managed;
};
static void perform(struct record *r, void *stream);

static struct record *new_record(void *context, enum kind kind) {
  struct record *r = __zymase_allocate(context, sizeof *r);
  memset(r, 0, sizeof *r);
  r->kind = kind, r->context = context, r->state = state_of(context), r->index = -1;
  r->stamp = ++r->state->stamp;
  return r;
}

static long budget_of(struct state *s) {
  if (!s->budget) {
    const char *said = getenv("ZYMASE_DEVICE_MEMORY");
    size_t free_bytes = 0, all = 0;
    if (said && *said) s->budget = strtol(said, NULL, 10);
    else must(cudaMemGetInfo(&free_bytes, &all), "asking for free memory");
    if (!s->budget) s->budget = free_bytes / 2;
    if (s->budget < 1) s->budget = 1;
    s->level = 1;
  }
  return s->budget;
}

static void keep(struct state *s, struct segment *g, char *base, char *copy, long bytes) {
  if (g->saves == g->room) {
    g->room = g->room ? 2 * g->room : 2;
    if (!(g->save = realloc(g->save, g->room * sizeof *g->save))) fail("a derivative of launches", "no memory on the host");
  }
  g->save[g->saves++] = (struct save){base, copy, bytes};
  if (copy) s->kept += bytes;
}

static void drop(struct state *s, struct save *one) {
  if (!one->copy) return;
  give_device(one->copy, one->bytes);
  s->kept -= one->bytes;
}

/* Is what was there in the older of two segments known already? */
static int is_covered(const struct segment *g, const struct save *one) {
  for (long k = 0; k < g->saves; k++)
    if (g->save[k].base <= one->base && one->base + one->bytes <= g->save[k].base + g->save[k].bytes) return 1;
  return 0;
}

static void merge(struct state *s, struct segment *older, struct segment *newer) {
  long own = older->saves;
  for (long k = 0; k < newer->saves; k++) {
    struct segment before = {.saves = own, .save = older->save};
    struct save *one = newer->save + k;
    if (is_covered(&before, one)) { drop(s, one); continue; }
    if (one->copy) s->kept -= one->bytes;
    keep(s, older, one->base, one->copy, one->bytes);
  }
  older->count += newer->count;
  free(newer->save);
}

/* Makes segments longer until no more is kept than the limit; not the last one, which is needed first. */
static void thin(struct state *s, long limit) {
  while (s->kept > limit && s->segment_count > 2) {
    long last = s->segment_count - 1, to = 0, merged = 0;
    for (long k = 1; k < last; k++) {
      struct segment *older = s->segments + to, *newer = s->segments + k;
      if (s->kept > limit && !older->is_solid && !newer->is_solid && older->count + newer->count <= 2 * s->level) {
        merge(s, older, newer);
        merged = 1;
      } else s->segments[++to] = *newer;
    }
    s->segments[to + 1] = s->segments[last];
    s->segment_count = to + 2;
    if (merged) continue;
    if (s->level > s->logged) return;
    s->level *= 2;
  }
}

/* Keeps what an operation is going to overwrite. */
static void keep_before(struct record *r, void *stream, long limit) {
  struct state *s = r->state;
  if (s->segment_count == s->segment_room) {
    s->segment_room = s->segment_room ? 2 * s->segment_room : 64;
    if (!(s->segments = realloc(s->segments, s->segment_room * sizeof *s->segments))) fail("a derivative of launches", "no memory on the host");
  }
  struct segment *g = s->segments + s->segment_count++;
  *g = (struct segment){.first = r->index, .count = 1, .is_solid = r->is_solid};
  for (int k = 0; k < r->ranges; k++) {
    struct range *w = r->range + k;
    char *copy = NULL;
    if (!w->is_fresh) {
      copy = take_device(w->bytes);
      must(cudaMemcpyAsync(copy, w->base, w->bytes, DEVICE_TO_DEVICE, stream), "keeping a state");
    }
    keep(s, g, w->base, copy, w->bytes);
  }
  thin(s, limit);
}

/* Memory is as it was before a segment. */
static void restore(struct segment *g) {
  for (long k = g->saves - 1; k >= 0; k--)
    if (g->save[k].copy) must(cudaMemcpyAsync(g->save[k].base, g->save[k].copy, g->save[k].bytes, DEVICE_TO_DEVICE, NULL), "going back to a state");
}

static void forget_last(struct state *s) {
  struct segment *g = s->segments + --s->segment_count;
  for (long k = 0; k < g->saves; k++) drop(s, g->save + k);
  free(g->save);
}

/* The last segment is the last operation alone. */
static struct segment *last_alone(struct record *r) {
  struct state *s = r->state;
  while (s->segment_count && s->segments[s->segment_count - 1].count > 1) {
    struct segment g = s->segments[s->segment_count - 1];
    restore(s->segments + s->segment_count - 1);
    forget_last(s);
    for (long k = g.first; k < g.first + g.count; k++) {
      s->level = 1;
      keep_before(s->log[k], NULL, budget_of(s));
      perform(s->log[k], NULL);
    }
  }
  struct segment *last = s->segment_count ? s->segments + s->segment_count - 1 : NULL;
  if (!last || last->first != r->index) fail("a derivative of launches", "the reverse sweep has lost its place");
  return last;
}

/* All operations are one after the other, on whatever streams. */
static void order(struct state *s, void *stream) {
  if (s->is_begun && s->stream != stream && s->ended) must(cudaStreamWaitEvent(stream, s->ended, 0), "ordering streams");
  s->is_begun = 1, s->stream = stream;
  if (stream) s->uses_streams = 1;
}

static void end_of(struct state *s, void *stream) {
  if (!stream && !s->uses_streams) return;
  if (!s->ended) must(cudaEventCreateWithFlags(&s->ended, WITHOUT_TIME), "ordering streams");
  must(cudaEventRecord(s->ended, stream), "ordering streams");
}

/* An operation that writes is about to be done for the first time. */
static void begin(struct record *r) {
  struct state *s = r->state;
  if (s->logged == s->room) {
    s->room = s->room ? 2 * s->room : 256;
    if (!(s->log = realloc(s->log, s->room * sizeof *s->log))) fail("a derivative of launches", "no memory on the host");
  }
  r->index = s->logged, s->log[s->logged++] = r;
  keep_before(r, r->stream, budget_of(s) / 2);
}

static void will_write(struct record *r, struct buffer *b, char *base, long bytes) {
  for (int k = 0; k < r->ranges; k++)
    if (r->range[k].base == base && r->range[k].bytes == bytes) return;
  int is_fresh = b->is_fresh && b->kind == DEVICE_MEMORY;
  b->is_fresh = 0;
  if (!bytes) return;
  struct range *more = __zymase_allocate(r->context, (r->ranges + 1) * sizeof *more);
  if (r->ranges) memcpy(more, r->range, r->ranges * sizeof *more);
  more[r->ranges++] = (struct range){base, bytes, is_fresh};
  r->range = more;
}

/* The reverse sweep of an operation that only wrote: memory is as it was before. */
static void undo(struct record *r) {
  if (r->index < 0) return;
  restore(last_alone(r));
  forget_last(r->state);
  r->state->logged = r->index;
}

/* The first thing that the reverse sweep does, and the last. */
static void turn_round(struct state *s) {
  if (s->goes_back) return;
  s->goes_back = 1;
  if (s->uses_streams) must(cudaDeviceSynchronize(), "waiting for streams");
}

static void finish(struct state *s) {
  must(cudaStreamSynchronize(NULL), "a gradient");
  for (; s->unused; s->unused = s->unused->next) cudaFree(s->unused->base);
  if (s->cell) give_device(s->cell, s->cell_bytes);
  if (s->ended) cudaEventDestroy(s->ended);
  free(s->log), free(s->segments);
  memset(s, 0, sizeof *s);
}
