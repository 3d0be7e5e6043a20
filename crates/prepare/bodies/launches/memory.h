/* Memory of the device for derivatives. What is given back is kept for whoever asks for as much next: CUDA waits for the whole device where memory is freed. */
struct block { void *memory; long bytes; struct block *next; };
static struct block *spare;
static int is_taken;

static void enter(void) {
  while (__atomic_exchange_n(&is_taken, 1, __ATOMIC_ACQUIRE)) {}
}
static void leave(void) { __atomic_store_n(&is_taken, 0, __ATOMIC_RELEASE); }

static long rounded(long bytes) { return bytes < 256 ? 256 : (bytes + 255) & ~255L; }

static void free_spare(void) {
  enter();
  for (struct block *one; (one = spare);) {
    spare = one->next;
    cudaFree(one->memory);
    free(one);
  }
  leave();
}

static void *take_device(long bytes) {
  void *memory = NULL;
  bytes = rounded(bytes);
  enter();
  for (struct block **at = &spare; *at; at = &(*at)->next)
    if ((*at)->bytes == bytes) {
      struct block *one = *at;
      memory = one->memory, *at = one->next;
      free(one);
      break;
    }
  leave();
  if (memory || !cudaMalloc(&memory, bytes)) return memory;
  cudaGetLastError();
  free_spare();
  must(cudaMalloc(&memory, bytes), "memory of the device (ZYMASE_DEVICE_MEMORY=bytes bounds what states take)");
  return memory;
}

static void give_device(void *memory, long bytes) {
  struct block *one = on_host(sizeof *one);
  enter();
  *one = (struct block){memory, rounded(bytes), spare};
  spare = one;
  leave();
}
