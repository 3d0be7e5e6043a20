/* The calls of the program. `from` and `to` point to the shadows of each lane; there is one lane. */
static char *only(char **shadow, const void *primal) {
  if (shadow && primal) check_shadow(*shadow);
  return shadow && *shadow != primal ? *shadow : NULL;
}

static void give_tape(void **tape, struct record *r) { *tape = r; }

/* Memory: its shadow is of the same kind. */
typedef int (*allocate)(void **, size_t, unsigned, void *);
static int plain(void **place, size_t bytes, unsigned flags, void *stream) { return cudaMalloc(place, bytes); }
static int managed(void **place, size_t bytes, unsigned flags, void *stream) { return cudaMallocManaged(place, bytes, flags); }
static int pinned(void **place, size_t bytes, unsigned flags, void *stream) { return cudaHostAlloc(place, bytes, flags); }

static int make(void *context, void **tape, char **to, void **place, size_t bytes, unsigned flags, void *stream, allocate allocate, int kind) {
  struct record *r = tape ? new_record(context, ALLOCATION) : NULL;
  char **slot = (char **)only(to, place), *shadow = NULL;
  if (tape) give_tape(tape, r);
  int status = allocate(place, bytes, flags, stream);
  if (status) {
    if (slot) *slot = *place;
    return status;
  }
  if (slot) {
    must(allocate((void **)&shadow, bytes, flags, stream), "memory for shadows");
    if (kind == HOST_MEMORY) memset(shadow, 0, bytes);
    else if (shadow) must(cudaMemset(shadow, 0, bytes), "memory for shadows");
    if (kind == MANAGED_MEMORY) must(cudaDeviceSynchronize(), "memory for shadows");
    *slot = shadow;
  }
  if (!tape || !*place) return status;
  r->buffer = add_buffer(context, r->state, *place, bytes, kind);
  r->buffer->shadow = shadow, r->buffer->is_fresh = kind == DEVICE_MEMORY;
  return status;
}

int __zymase_gpu_cudaMalloc(void *context, void **tape, long lanes, char **from, char **to, void **place, size_t bytes) {
  return make(context, tape, to, place, bytes, 0, NULL, plain, DEVICE_MEMORY);
}
int __zymase_gpu_cudaMallocAsync(void *context, void **tape, long lanes, char **from, char **to, void **place, size_t bytes, void *stream) {
  return make(context, tape, to, place, bytes, 0, stream, plain, DEVICE_MEMORY);
}
int __zymase_gpu_cudaMallocManaged(void *context, void **tape, long lanes, char **from, char **to, void **place, size_t bytes, unsigned flags) {
  return make(context, tape, to, place, bytes, flags, NULL, managed, MANAGED_MEMORY);
}
int __zymase_gpu_cudaMallocHost(void *context, void **tape, long lanes, char **from, char **to, void **place, size_t bytes) {
  return make(context, tape, to, place, bytes, 0, NULL, pinned, HOST_MEMORY);
}
int __zymase_gpu_cudaHostAlloc(void *context, void **tape, long lanes, char **from, char **to, void **place, size_t bytes, unsigned flags) {
  return make(context, tape, to, place, bytes, flags, NULL, pinned, HOST_MEMORY);
}

static int release(void *context, void **tape, char **from, void *memory, int is_on_host) {
  char *shadow = memory && from && *from != memory ? *from : NULL;
  if (!tape) {
    if (shadow) is_on_host ? cudaFreeHost(shadow) : cudaFree(shadow);
    return is_on_host ? cudaFreeHost(memory) : cudaFree(memory);
  }
  struct record *r = new_record(context, RELEASE);
  struct state *s = r->state;
  give_tape(tape, r);
  if (!memory) return 0;
  struct buffer *b = is_on_host && !look_up(s, memory) ? add_buffer(context, s, memory, 1, HOST_MEMORY) : buffer_of(context, s, memory);
  if (b->base != memory || b->is_freed) fail("cudaFree", "this is not where memory begins, or it was freed before");
  b->is_freed = 1, b->shadow = shadow;
  if (b->is_foreign && b->kind != HOST_MEMORY) {
    struct buffer *later = __zymase_allocate(context, sizeof *later);
    *later = *b, later->next = s->unused, s->unused = later;
  }
  return 0;
}
int __zymase_gpu_cudaFree(void *context, void **tape, long lanes, char **from, char **to, void *memory) { return release(context, tape, from, memory, 0); }
int __zymase_gpu_cudaFreeAsync(void *context, void **tape, long lanes, char **from, char **to, void *memory, void *stream) {
  if (!tape) must(cudaStreamSynchronize(stream), "cudaFreeAsync");
  return release(context, tape, from, memory, 0);
}
int __zymase_gpu_cudaFreeHost(void *context, void **tape, long lanes, char **from, char **to, void *memory) { return release(context, tape, from, memory, 1); }

/* The reverse sweep is where memory came to be: nothing uses it any more. */
static void unmake(struct record *r) {
  struct buffer *b = r->buffer;
  if (!b) return;
  for (struct buffer **at = &r->state->buffers; *at; at = &(*at)->next)
    if (*at == b) { *at = b->next; break; }
  if (!b->is_freed) return;
  if (b->kind == HOST_MEMORY) {
    cudaFreeHost(b->base);
    if (b->shadow) cudaFreeHost(b->shadow);
    return;
  }
  cudaFree(b->base);
  if (b->shadow) cudaFree(b->shadow);
}

/* Copies. */
static int copy(void *context, void **tape, char **from_shadow, char **to_shadow, char *to, const char *from, size_t bytes, unsigned kind, void *stream, int waits) {
  char *d_to = only(to_shadow, to), *d_from = only(from_shadow, from);
  if (tape) {
    struct record *r = note_copy(context, d_to, d_from, to, from, bytes, kind, stream);
    give_tape(tape, r);
  } else if (d_to) {
    if (d_from) must(cudaMemcpyAsync(d_to, d_from, bytes, kind, stream), "tangents of a copy");
    else if (direction(to, from, kind) == DOWNLOAD) memset(d_to, 0, bytes);
    else must(cudaMemsetAsync(d_to, 0, bytes, stream), "tangents of a copy");
  }
  int status = waits ? cudaMemcpy(to, from, bytes, kind) : cudaMemcpyAsync(to, from, bytes, kind, stream);
  if (tape) end_of(state_of(context), stream);
  return status;
}
int __zymase_gpu_cudaMemcpy(void *context, void **tape, long lanes, char **from, char **to, char *target, const char *source, size_t bytes, unsigned kind) {
  return copy(context, tape, from, to, target, source, bytes, kind, NULL, 1);
}
int __zymase_gpu_cudaMemcpyAsync(void *context, void **tape, long lanes, char **from, char **to, char *target, const char *source, size_t bytes, unsigned kind, void *stream) {
  return copy(context, tape, from, to, target, source, bytes, kind, stream, 0);
}

/* A variable of the device has no shadow. */
int __zymase_gpu_cudaMemcpyToSymbol(void *context, void **tape, long lanes, char **from, char **to, const void *symbol, const void *source, size_t bytes, size_t offset, unsigned kind) {
  char *place = NULL;
  if (only(from, source)) fail("cudaMemcpyToSymbol of numbers that may have derivatives", "pass them to kernels as arguments, or copy them from memory that is constant (enzyme_const)");
  must(cudaGetSymbolAddress((void **)&place, symbol), "the address of a variable");
  if (tape) {
    struct state *s = state_of(context);
    if (!look_up(s, place + offset)) add_buffer(context, s, place + offset, bytes, DEVICE_MEMORY);
    give_tape(tape, note_copy(context, NULL, NULL, place + offset, source, bytes, kind, NULL));
  }
  int status = cudaMemcpyToSymbol(symbol, source, bytes, offset, kind);
  if (tape) end_of(state_of(context), NULL);
  return status;
}

static int fill(void *context, void **tape, char **to, char *target, int value, size_t bytes, void *stream, int waits) {
  char *shadow = only(to, target);
  if (tape) {
    struct record *r = new_record(context, bytes ? FILL : NOTHING);
    give_tape(tape, r);
    r->to = target, r->value = value, r->bytes = bytes, r->to_shadow = shadow, r->stream = stream;
    if (bytes) {
      struct buffer *b = buffer_of(context, r->state, target);
      if (b->kind != DEVICE_MEMORY) r->is_solid = r->is_managed = 1;
      order(r->state, stream);
      will_write(r, b, target, bytes);
      begin(r);
    }
  } else if (shadow) must(cudaMemsetAsync(shadow, 0, bytes, stream), "tangents of a fill");
  int status = waits ? cudaMemset(target, value, bytes) : cudaMemsetAsync(target, value, bytes, stream);
  if (tape) end_of(state_of(context), stream);
  return status;
}
int __zymase_gpu_cudaMemset(void *context, void **tape, long lanes, char **from, char **to, char *target, int value, size_t bytes) {
  return fill(context, tape, to, target, value, bytes, NULL, 1);
}
int __zymase_gpu_cudaMemsetAsync(void *context, void **tape, long lanes, char **from, char **to, char *target, int value, size_t bytes, void *stream) {
  return fill(context, tape, to, target, value, bytes, stream, 0);
}

/* What the reverse sweep does in place of a call. */
void __zymase_gpu_back(struct record *r) {
  struct state *s = r->state;
  turn_round(s);
  if (r->kind == ALLOCATION) unmake(r);
  else if (r->kind != RELEASE && r->kind != NOTHING) copy_back(r);
  if (r->stamp == 1) finish(s);
}
