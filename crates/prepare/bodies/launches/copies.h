/* Copies and fills. Adjoints of what is copied go the other way, and are added there. */
extern const char __zymase_gpu_add_float, __zymase_gpu_add_double;

enum { WORDS_KEPT = 1 << 20 };

/* Adds numbers on the device. */
static void add_on_device(char *to, const char *from, long bytes, int format) {
  long count = bytes / (format == SINGLE ? 4 : 8);
  void *arguments[] = {&to, &from, &count};
  struct dimensions grid = {count > 1L << 22 ? 1 << 14 : (count + 255) / 256, 1, 1}, block = {256, 1, 1};
  if (count) must(cudaLaunchKernel(format == SINGLE ? &__zymase_gpu_add_float : &__zymase_gpu_add_double, grid, block, arguments, 0, NULL), "adding adjoints");
}

/* Adds numbers on the host. Integers between them have no adjoints: nothing is added to them. */
static void add_on_host(char *to, const char *from, long bytes, int format) {
  if (format == SINGLE) {
    for (long k = 0; k < bytes / 4; k++)
      if (((float *)from)[k] != 0) ((float *)to)[k] += ((float *)from)[k];
  } else {
    for (long k = 0; k < bytes / 8; k++)
      if (((double *)from)[k] != 0) ((double *)to)[k] += ((double *)from)[k];
  }
}

static int format_of(struct record *r, const char *at, const char *other) {
  struct buffer *b = at ? look_up(r->state, at) : NULL, *o = other ? look_up(r->state, other) : NULL;
  if (b && b->format == NO_FORMAT && o) b->format = o->format;
  return b ? b->format : NO_FORMAT;
}

static void check_format(struct record *r, int format) {
  if (format == MIXED) fail("a copy between host and device", "its memory holds numbers of two formats: use memory of their own for float and double");
  if (format == NO_FORMAT) fail("a copy between host and device", "no kernel says what numbers are in this memory");
}

/* Are all bytes 0? Then nothing is to be added, whatever the numbers are. */
static int is_zero(const char *at, long bytes) {
  for (long k = 0; k < bytes; k++)
    if (at[k]) return 0;
  return 1;
}

static void perform(struct record *r, void *stream) {
  switch (r->kind) {
  case UPLOAD: must(cudaMemcpyAsync(r->to, r->host, r->bytes, HOST_TO_DEVICE, stream), "repeating a copy"); break;
  case MOVE: must(cudaMemcpyAsync(r->to, r->from, r->bytes, DEVICE_TO_DEVICE, stream), "repeating a copy"); break;
  case FILL: must(cudaMemsetAsync(r->to, r->value, r->bytes, stream), "repeating a fill"); break;
  case LAUNCH: launch(r->kernel, r->arguments, r->grid, r->block, r->shared, stream); break;
  default: fail("a derivative of launches", "an operation cannot be repeated");
  }
}

static int is_device(const void *at) { return kind_of(at) >= DEVICE_MEMORY; }

/* Which way a copy goes. */
static enum kind direction(const void *to, const void *from, unsigned kind) {
  if (kind == BY_ADDRESS) kind = (is_device(from) ? 2 : 0) + is_device(to);
  static const enum kind ways[] = {NOTHING, UPLOAD, DOWNLOAD, MOVE};
  return kind <= DEVICE_TO_DEVICE ? ways[kind] : NOTHING;
}

/* Writes down a copy that the program makes now. */
static struct record *note_copy(void *context, char *to_shadow, char *from_shadow, char *to, const char *from, long bytes, unsigned kind, void *stream) {
  enum kind way = direction(to, from, kind);
  if (way == NOTHING && bytes) {
    if (!to_shadow && !from_shadow) return new_record(context, NOTHING);
    fail("cudaMemcpy from host to host", "use memcpy, or a loop: then it is seen what is copied");
  }
  struct record *r = new_record(context, way);
  struct state *s = r->state;
  r->to = to, r->from = (char *)from, r->bytes = bytes, r->stream = stream;
  r->to_shadow = to_shadow == to ? NULL : to_shadow, r->from_shadow = from_shadow == from ? NULL : from_shadow;
  if (!bytes) return r->kind = NOTHING, r;
  order(s, stream);
  if (way != UPLOAD) buffer_of(context, s, from);
  if (way == DOWNLOAD) return r;
  struct buffer *b = buffer_of(context, s, to);
  if (b->kind != DEVICE_MEMORY) r->is_solid = r->is_managed = 1;
  if (way == UPLOAD && bytes <= WORDS_KEPT) r->host = copied(context, from, bytes);
  else if (way == UPLOAD) r->is_solid = 1;
  will_write(r, b, to, bytes);
  begin(r);
  return r;
}

static void copy_back(struct record *r) {
  long bytes = r->bytes;
  if (r->kind == UPLOAD && r->to_shadow) {
    if (r->from_shadow) {
      char *came = on_host(bytes);
      must(cudaMemcpy(came, r->to_shadow, bytes, DEVICE_TO_HOST), "adjoints of a copy");
      if (!is_zero(came, bytes)) {
        int format = format_of(r, r->to, NULL);
        check_format(r, format);
        add_on_host(r->from_shadow, came, bytes, format);
      }
      free(came);
    }
    must(cudaMemsetAsync(r->to_shadow, 0, bytes, NULL), "adjoints of a copy");
  }
  if (r->kind == DOWNLOAD && r->to_shadow) {
    if (r->from_shadow && !is_zero(r->to_shadow, bytes)) {
      int format = format_of(r, r->from, NULL);
      check_format(r, format);
      char *went = take_device(bytes);
      must(cudaMemcpyAsync(went, r->to_shadow, bytes, HOST_TO_DEVICE, NULL), "adjoints of a copy");
      add_on_device(r->from_shadow, went, bytes, format);
      must(cudaStreamSynchronize(NULL), "adjoints of a copy");
      give_device(went, bytes);
    }
    memset(r->to_shadow, 0, bytes);
  }
  if (r->kind == MOVE && r->to_shadow) {
    if (r->from_shadow) {
      int format = format_of(r, r->to, r->from);
      if (format == NO_FORMAT) format = format_of(r, r->from, r->to);
      check_format(r, format);
      add_on_device(r->from_shadow, r->to_shadow, bytes, format);
    }
    must(cudaMemsetAsync(r->to_shadow, 0, bytes, NULL), "adjoints of a copy");
  }
  if (r->kind == FILL && r->to_shadow) must(cudaMemsetAsync(r->to_shadow, 0, bytes, NULL), "adjoints of a fill");
  undo(r);
  if (r->is_managed) must(cudaDeviceSynchronize(), "waiting for memory that the host uses, too");
}
