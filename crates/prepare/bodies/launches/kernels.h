/* Launches. What the device's side of the compilation says of a kernel is a `struct kernel`; arguments are a block of memory, each at its place. */
struct leaf { int offset, kind, access, format; };
enum { POINTER_LEAF, NUMBER_LEAF };
enum { READS = 1, WRITES = 2 };
struct kernel {
  const char *name;
  /* What the run time knows the kernel, its gradient and its tangent by. */
  const void *kernel, *reverse, *forward;
  int bytes, parameters, leaves;
  /* Numbers by value are parameters; there are pointers in the same structs. */
  int has_numbers, has_mixed;
  const int *offset;
  const struct leaf *leaf;
};

static char *pointer_at(const char *block, int offset) { return *(char **)(block + offset); }

static void launch(const struct kernel *k, char *block, struct dimensions grid, struct dimensions threads, size_t shared, void *stream) {
  void *arguments[k->parameters ? k->parameters : 1];
  for (int i = 0; i < k->parameters; i++) arguments[i] = block + k->offset[i];
  cudaLaunchKernel(k->kernel, grid, threads, arguments, shared, stream);
}

/* Shared memory whose bytes the launch gives has its shadow in the upper half. */
static void launch_derivative(const struct kernel *k, const void *which, struct record *r, void *third, void *stream) {
  void *arguments[] = {r->arguments, r->shadows, &third};
  if (2 * r->shared > FREE_SHARED) must(cudaFuncSetAttribute(which, MOST_DYNAMIC_SHARED, 2 * r->shared), "shared memory of a derivative, which is twice the kernel's,");
  int status = cudaLaunchKernel(which, r->grid, r->block, arguments, 2 * r->shared, stream);
  if (!status) return;
  dprintf(2, "zymase: the derivative of kernel %s does not run in blocks of %u threads with %lu bytes of shared memory: %s\n", k->name,
          r->block.x * r->block.y * r->block.z, 2 * r->shared, cudaGetErrorString(status));
  abort();
}

static void clear_numbers(const struct kernel *k, char *block) {
  for (int i = 0; i < k->leaves; i++)
    if (k->leaf[i].kind == NUMBER_LEAF) memset(block + k->leaf[i].offset, 0, k->leaf[i].format == SINGLE ? 4 : 8);
}

/* Every pointer that is used has a shadow, or is its own. */
static void check_shadows(const struct kernel *k, const char *arguments, const char *shadows) {
  for (int i = 0; i < k->leaves; i++)
    if (k->leaf[i].kind == POINTER_LEAF && k->leaf[i].access && pointer_at(arguments, k->leaf[i].offset)) check_shadow(pointer_at(shadows, k->leaf[i].offset));
}

/* What a launch reads and writes, and whether any of it has a shadow. */
static void note_memory(struct record *r) {
  const struct kernel *k = r->kernel;
  for (int i = 0; i < k->leaves; i++) {
    struct leaf leaf = k->leaf[i];
    if (leaf.kind != POINTER_LEAF || !leaf.access) continue;
    char *at = pointer_at(r->arguments, leaf.offset);
    if (!at) continue;
    struct buffer *b = buffer_of(r->context, r->state, at);
    if (pointer_at(r->shadows, leaf.offset) != at) r->is_active = 1;
    note_format(b, leaf.format);
    int is_on_host = b->kind != DEVICE_MEMORY;
    if (is_on_host) r->is_managed = r->is_solid = 1;
    if (!(leaf.access & WRITES) && !is_on_host) continue;
    will_write(r, b, b->base, b->bytes);
  }
  /* Arguments may be in the same memory. */
  for (int i = 0; i < k->leaves; i++) {
    char *at = k->leaf[i].kind == POINTER_LEAF && k->leaf[i].access & READS ? pointer_at(r->arguments, k->leaf[i].offset) : NULL;
    for (int j = 0; at && j < r->ranges; j++)
      if (r->range[j].base <= at && at < r->range[j].base + r->range[j].bytes) r->reads_written = 1;
  }
}

static char *copied(void *context, const void *from, long bytes) {
  char *memory = __zymase_allocate(context, bytes ? bytes : 1);
  memcpy(memory, from, bytes);
  return memory;
}

void *__zymase_gpu_launch(void *context, const struct kernel *k, char *arguments, char *shadows, int is_forward, int wants_numbers) {
  struct record *r = new_record(context, LAUNCH);
  must(__cudaPopCallConfiguration(&r->grid, &r->block, &r->shared, &r->stream), "a launch");
  r->kernel = k, r->wants_numbers = wants_numbers;
  r->arguments = arguments, r->shadows = shadows;
  check_shadows(k, arguments, shadows);
  if (is_forward) {
    launch_derivative(k, k->forward, r, NULL, r->stream);
    return NULL;
  }
  r->arguments = copied(context, arguments, k->bytes), r->shadows = copied(context, shadows, k->bytes);
  r->is_active = wants_numbers;
  note_memory(r);
  /* What the host writes is not in the log. */
  if (r->is_managed) must(cudaDeviceSynchronize(), "waiting for memory that the host uses, too");
  order(r->state, r->stream);
  begin(r);
  launch(k, r->arguments, r->grid, r->block, r->shared, r->stream);
  end_of(r->state, r->stream);
  return r;
}

static void launch_back(struct record *r, char *numbers) {
  struct state *s = r->state;
  const struct kernel *k = r->kernel;
  struct segment *last = last_alone(r);
  if (r->is_active) {
    void *cell = NULL;
    if (k->has_numbers && (r->wants_numbers || k->has_mixed)) {
      if (s->cell_bytes < k->bytes) {
        if (s->cell) give_device(s->cell, s->cell_bytes);
        s->cell = take_device(k->bytes), s->cell_bytes = k->bytes;
      }
      clear_numbers(k, r->shadows);
      cell = s->cell;
      must(cudaMemcpyAsync(cell, r->shadows, k->bytes, HOST_TO_DEVICE, NULL), "a gradient of numbers passed by value");
    }
    if (r->reads_written) restore(last);
    launch_derivative(k, k->reverse, r, cell, NULL);
    if (r->wants_numbers && cell) must(cudaMemcpy(numbers, cell, k->bytes, DEVICE_TO_HOST), "a gradient of numbers passed by value");
  }
  restore(last);
  forget_last(s);
  s->logged = r->index;
  if (r->is_managed) must(cudaDeviceSynchronize(), "waiting for memory that the host uses, too");
}

/* The adjoints of numbers that were passed by value, each at its place. */
void __zymase_gpu_launch_back(struct record *r, char *numbers) {
  turn_round(r->state);
  memset(numbers, 0, r->kernel->bytes);
  launch_back(r, numbers);
  if (r->stamp == 1) finish(r->state);
}
