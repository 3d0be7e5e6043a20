/* What is used of CUDA's run time. */
typedef unsigned long size_t;
#define NULL ((void *)0)

struct dimensions { unsigned x, y, z; };
enum { HOST_TO_HOST, HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE, BY_ADDRESS };
enum { WITHOUT_TIME = 2, MOST_DYNAMIC_SHARED = 8, FREE_SHARED = 48 << 10 };
/* Kinds of memory, as CUDA numbers them. */
enum { UNKNOWN_MEMORY, HOST_MEMORY, DEVICE_MEMORY, MANAGED_MEMORY };
struct attributes { int kind, device; void *on_device, *on_host; long reserved[8]; };

int cudaMalloc(void **, size_t);
int cudaMallocAsync(void **, size_t, void *);
int cudaMallocManaged(void **, size_t, unsigned);
int cudaMallocHost(void **, size_t);
int cudaHostAlloc(void **, size_t, unsigned);
int cudaFree(void *);
int cudaFreeAsync(void *, void *);
int cudaFreeHost(void *);
int cudaMemcpy(void *, const void *, size_t, unsigned);
int cudaMemcpyAsync(void *, const void *, size_t, unsigned, void *);
int cudaMemset(void *, int, size_t);
int cudaMemsetAsync(void *, int, size_t, void *);
int cudaMemGetInfo(size_t *, size_t *);
int cudaDeviceSynchronize(void);
int cudaStreamSynchronize(void *);
int cudaStreamWaitEvent(void *, void *, unsigned);
int cudaEventCreateWithFlags(void **, unsigned);
int cudaEventRecord(void *, void *);
int cudaEventDestroy(void *);
int cudaFuncSetAttribute(const void *, int, int);
int cudaLaunchKernel(const void *, struct dimensions, struct dimensions, void **, size_t, void *);
int cudaPointerGetAttributes(struct attributes *, const void *);
int cudaGetDriverEntryPointByVersion(const char *, void **, unsigned, unsigned long long, int *);
int cudaGetSymbolAddress(void **, const void *);
int cudaMemcpyToSymbol(const void *, const void *, size_t, size_t, unsigned);
int cudaGetLastError(void);
int cudaPeekAtLastError(void);
const char *cudaGetErrorString(int);
int __cudaPopCallConfiguration(struct dimensions *, struct dimensions *, size_t *, void **);

void *__zymase_allocate(void *context, long bytes);
void *__zymase_global_shadow(void *context, void *key, long bytes, long lane);
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
char *getenv(const char *);
long strtol(const char *, char **, int);
void abort(void) __attribute__((noreturn));
int dprintf(int, const char *, ...);

static void __attribute__((noreturn)) fail(const char *what, const char *help) {
  dprintf(2, "zymase: %s: %s\n", what, help);
  abort();
}

/* A call of our own that must not fail. */
static void must(int status, const char *what) {
  if (!status) return;
  dprintf(2, "zymase: %s in a derivative: %s\n", what, cudaGetErrorString(status));
  abort();
}

static void *on_host(long bytes) {
  void *memory = malloc(bytes > 0 ? bytes : 1);
  if (!memory) fail("a derivative of launches", "no memory on the host");
  return memory;
}
