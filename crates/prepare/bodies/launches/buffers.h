/* What derivatives know of the memory that a program uses, for one derivative call. */
enum { NO_FORMAT, SINGLE, DOUBLE, MIXED };

struct buffer {
  char *base, *shadow;
  long bytes;
  int kind, format;
  /* Nothing has been written to it yet; the program has freed it; the program had it before. */
  int is_fresh, is_freed, is_foreign;
  struct buffer *next;
};

struct record;
struct segment;

struct state {
  struct buffer *buffers;
  /* Memory that the program had before and has freed: the reverse sweep still uses it. */
  struct buffer *unused;
  long stamp;
  /* Operations that write memory of the device, in order, and what is kept of what was there. */
  struct record **log;
  long logged, room;
  struct segment *segments;
  long segment_count, segment_room, kept, budget, level;
  /* Where the last operation was, and what says that it has ended. */
  void *stream, *ended;
  int is_begun, uses_streams, goes_back;
  /* For adjoints of numbers that are passed by value. */
  void *cell;
  long cell_bytes;
};

static char state_key;
static struct state *state_of(void *context) { return __zymase_global_shadow(context, &state_key, sizeof(struct state), 0); }

/* The memory that CUDA has given out around an address. */
static void find_extent(const char *at, char **base, long *bytes) {
  static int (*range)(char **, size_t *, const char *);
  int answer = 0;
  size_t size = 0;
  if (!range) must(cudaGetDriverEntryPointByVersion("cuMemGetAddressRange", (void **)&range, 12000, 0, &answer), "asking for the driver");
  if (!range || range(base, &size, at)) fail("a kernel is given an address", "it is not in memory of the device that CUDA has given out");
  *bytes = size;
}

static int kind_of(const void *at) {
  struct attributes known = {0};
  if (cudaPointerGetAttributes(&known, at)) return cudaGetLastError(), HOST_MEMORY;
  return known.kind == UNKNOWN_MEMORY ? HOST_MEMORY : known.kind;
}

static struct buffer *look_up(struct state *s, const char *at) {
  for (struct buffer **place = &s->buffers; *place; place = &(*place)->next) {
    struct buffer *one = *place;
    if (at < one->base || at >= one->base + (one->bytes ? one->bytes : 1)) continue;
    *place = one->next, one->next = s->buffers;
    return s->buffers = one;
  }
  return NULL;
}

static struct buffer *add_buffer(void *context, struct state *s, char *base, long bytes, int kind) {
  struct buffer *one = __zymase_allocate(context, sizeof *one);
  *one = (struct buffer){.base = base, .bytes = bytes, .kind = kind, .next = s->buffers};
  return s->buffers = one;
}

/* The memory around an address that a kernel or a copy uses on the device. */
static struct buffer *buffer_of(void *context, struct state *s, const void *at) {
  struct buffer *known = look_up(s, at);
  if (known) return known;
  char *base;
  long bytes;
  find_extent(at, &base, &bytes);
  known = add_buffer(context, s, base, bytes, kind_of(at));
  known->is_foreign = 1;
  return known;
}

/* Memory without a shadow is its own: null stands for a shadow that nobody has made. */
static void check_shadow(const char *shadow) {
  if (!shadow) fail("memory of the device has no shadow", "pass it to the function with a shadow, or as a constant (enzyme_const), not in a global variable");
}

static void note_format(struct buffer *b, int format) {
  if (format == NO_FORMAT || b->format == format) return;
  b->format = b->format == NO_FORMAT ? format : MIXED;
}
