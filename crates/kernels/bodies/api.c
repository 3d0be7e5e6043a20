// CUDA's run time for programs whose kernels run on the CPU: memory is memory, streams are in order, everything is done when a call
// returns. Errors are those of CUDA; the first that was not asked for stays until somebody asks.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  SUCCESS = 0,
  INVALID_VALUE = 1,
  NO_MEMORY = 2,
  INVALID_CONFIGURATION = 9,
  INVALID_PITCH = 12,
  INVALID_SYMBOL = 13,
  INVALID_DIRECTION = 21,
  INVALID_FUNCTION = 98,
  INVALID_DEVICE = 101,
  INVALID_HANDLE = 400,
  NOT_READY = 600,
  NOT_SUPPORTED = 801,
};

_Thread_local int __zymase_cuda_last = SUCCESS;

// Remembers an error; the status again.
int __zymase_cuda_note(int status) {
  if (status)
    __zymase_cuda_last = status;
  return status;
}

int cudaGetLastError(void) {
  int status = __zymase_cuda_last;
  __zymase_cuda_last = SUCCESS;
  return status;
}

int cudaPeekAtLastError(void) { return __zymase_cuda_last; }

struct Message {
  int status;
  const char *name, *text;
};

static const struct Message messages[] = {
    {SUCCESS, "cudaSuccess", "no error"},
    {INVALID_VALUE, "cudaErrorInvalidValue", "invalid argument"},
    {NO_MEMORY, "cudaErrorMemoryAllocation", "out of memory"},
    {INVALID_CONFIGURATION, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {INVALID_PITCH, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {INVALID_SYMBOL, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {INVALID_DIRECTION, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {INVALID_FUNCTION, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {INVALID_DEVICE, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {INVALID_HANDLE, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {NOT_READY, "cudaErrorNotReady", "device not ready"},
    {NOT_SUPPORTED, "cudaErrorNotSupported", "operation not supported"},
};

static const struct Message *message(int status) {
  for (size_t k = 0; k < sizeof messages / sizeof *messages; k++)
    if (messages[k].status == status)
      return messages + k;
  return 0;
}

const char *cudaGetErrorString(int status) {
  const struct Message *found = message(status);
  return found ? found->text : "unrecognized error code";
}

const char *cudaGetErrorName(int status) {
  const struct Message *found = message(status);
  return found ? found->name : "unrecognized error code";
}

// Memory.

int cudaMalloc(void **place, size_t bytes) {
  *place = malloc(bytes);
  return *place || !bytes ? SUCCESS : __zymase_cuda_note(NO_MEMORY);
}

int cudaMallocHost(void **place, size_t bytes) { return cudaMalloc(place, bytes); }
int cudaHostAlloc(void **place, size_t bytes, unsigned flags) { return cudaMalloc(place, bytes); }
int cudaMallocManaged(void **place, size_t bytes, unsigned flags) { return cudaMalloc(place, bytes); }
int cudaMallocAsync(void **place, size_t bytes, void *stream) { return cudaMalloc(place, bytes); }

int cudaMallocPitch(void **place, size_t *pitch, size_t width, size_t height) {
  *pitch = (width + 511) & ~(size_t)511;
  return cudaMalloc(place, *pitch * height);
}

int cudaFree(void *memory) {
  free(memory);
  return SUCCESS;
}

int cudaFreeHost(void *memory) { return cudaFree(memory); }
int cudaFreeAsync(void *memory, void *stream) { return cudaFree(memory); }

int cudaHostGetDevicePointer(void **place, void *host, unsigned flags) {
  *place = host;
  return SUCCESS;
}

int cudaHostRegister(void *host, size_t bytes, unsigned flags) { return SUCCESS; }
int cudaHostUnregister(void *host) { return SUCCESS; }
int cudaMemPrefetchAsync(const void *memory, size_t bytes) { return SUCCESS; }
int cudaMemAdvise(const void *memory, size_t bytes) { return SUCCESS; }

int cudaMemcpy(void *to, const void *from, size_t bytes, unsigned kind) {
  if (kind > 4)
    return __zymase_cuda_note(INVALID_DIRECTION);
  memcpy(to, from, bytes);
  return SUCCESS;
}

int cudaMemcpyAsync(void *to, const void *from, size_t bytes, unsigned kind, void *stream) {
  return cudaMemcpy(to, from, bytes, kind);
}

int cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, unsigned kind) {
  if (width > to_pitch || width > from_pitch)
    return __zymase_cuda_note(INVALID_PITCH);
  if (kind > 4)
    return __zymase_cuda_note(INVALID_DIRECTION);
  for (size_t row = 0; row < height; row++)
    memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
  return SUCCESS;
}

int cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                      unsigned kind, void *stream) {
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}

int cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset, unsigned kind) {
  return cudaMemcpy((char *)symbol + offset, from, bytes, kind);
}

int cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset, unsigned kind) {
  return cudaMemcpy(to, (const char *)symbol + offset, bytes, kind);
}

int cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset, unsigned kind, void *stream) {
  return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}

int cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset, unsigned kind, void *stream) {
  return cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
}

int cudaGetSymbolAddress(void **place, const void *symbol) {
  *place = (void *)symbol;
  return SUCCESS;
}

int cudaMemset(void *memory, int value, size_t bytes) {
  memset(memory, value, bytes);
  return SUCCESS;
}

int cudaMemsetAsync(void *memory, int value, size_t bytes, void *stream) { return cudaMemset(memory, value, bytes); }

int cudaMemset2D(void *memory, size_t pitch, int value, size_t width, size_t height) {
  for (size_t row = 0; row < height; row++)
    memset((char *)memory + row * pitch, value, width);
  return SUCCESS;
}

int cudaMemGetInfo(size_t *free_bytes, size_t *total) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  *free_bytes = page * (size_t)sysconf(_SC_AVPHYS_PAGES);
  *total = page * (size_t)sysconf(_SC_PHYS_PAGES);
  return SUCCESS;
}

// Streams: everything is done at once, in the order of the calls.

int cudaStreamCreate(void **stream) {
  *stream = malloc(1);
  return *stream ? SUCCESS : __zymase_cuda_note(NO_MEMORY);
}

int cudaStreamCreateWithFlags(void **stream, unsigned flags) { return cudaStreamCreate(stream); }
int cudaStreamCreateWithPriority(void **stream, unsigned flags, int priority) { return cudaStreamCreate(stream); }

int cudaStreamDestroy(void *stream) {
  free(stream);
  return SUCCESS;
}

int cudaStreamSynchronize(void *stream) { return SUCCESS; }
int cudaStreamQuery(void *stream) { return SUCCESS; }
int cudaStreamWaitEvent(void *stream, void *event, unsigned flags) { return SUCCESS; }

int cudaStreamAddCallback(void *stream, void (*callback)(void *, int, void *), void *data, unsigned flags) {
  callback(stream, SUCCESS, data);
  return SUCCESS;
}

int cudaLaunchHostFunc(void *stream, void (*function)(void *), void *data) {
  function(data);
  return SUCCESS;
}

// Events: when they were recorded.

int cudaEventCreate(void **event) {
  *event = calloc(1, sizeof(double));
  return *event ? SUCCESS : __zymase_cuda_note(NO_MEMORY);
}

int cudaEventCreateWithFlags(void **event, unsigned flags) { return cudaEventCreate(event); }

int cudaEventRecord(void *event, void *stream) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  *(double *)event = (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
  return SUCCESS;
}

int cudaEventRecordWithFlags(void *event, void *stream, unsigned flags) { return cudaEventRecord(event, stream); }
int cudaEventSynchronize(void *event) { return SUCCESS; }
int cudaEventQuery(void *event) { return SUCCESS; }

int cudaEventElapsedTime(float *milliseconds, void *start, void *end) {
  if (*(double *)start == 0 || *(double *)end == 0)
    return __zymase_cuda_note(INVALID_HANDLE);
  *milliseconds = (float)(*(double *)end - *(double *)start);
  return SUCCESS;
}

int cudaEventElapsedTime_v2(float *milliseconds, void *start, void *end) {
  return cudaEventElapsedTime(milliseconds, start, end);
}

int cudaEventDestroy(void *event) {
  free(event);
  return SUCCESS;
}

// The device: there is one.

int cudaDeviceSynchronize(void) { return SUCCESS; }
int cudaThreadSynchronize(void) { return SUCCESS; }
int cudaDeviceReset(void) { return SUCCESS; }
int cudaThreadExit(void) { return SUCCESS; }
int cudaSetDeviceFlags(unsigned flags) { return SUCCESS; }
int cudaDeviceSetCacheConfig(int config) { return SUCCESS; }
int cudaDeviceSetLimit(int limit, size_t value) { return SUCCESS; }
int cudaProfilerStart(void) { return SUCCESS; }
int cudaProfilerStop(void) { return SUCCESS; }

int cudaGetDeviceCount(int *count) {
  *count = 1;
  return SUCCESS;
}

int cudaGetDevice(int *device) {
  *device = 0;
  return SUCCESS;
}

int cudaSetDevice(int device) { return device == 0 ? SUCCESS : __zymase_cuda_note(INVALID_DEVICE); }

int cudaDriverGetVersion(int *version) {
  *version = 13000;
  return SUCCESS;
}

int cudaRuntimeGetVersion(int *version) { return cudaDriverGetVersion(version); }

static int processors(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }

enum { SHARED_OF_BLOCK = 49152, MOST_SHARED = 232448, MOST_THREADS = 1024 };

// The fields of `cudaDeviceProp` that all versions have at the same place, and some that only version 13 has there.
static void put_int(char *properties, size_t offset, int value) { memcpy(properties + offset, &value, sizeof value); }
static void put_size(char *properties, size_t offset, size_t value) { memcpy(properties + offset, &value, sizeof value); }

int cudaGetDeviceProperties(char *properties, int device) {
  if (device != 0)
    return __zymase_cuda_note(INVALID_DEVICE);
  size_t free_bytes, total;
  cudaMemGetInfo(&free_bytes, &total);
  memset(properties, 0, 1008);
  strcpy(properties, "CPU (zymase)");
  put_size(properties, 288, total);
  put_size(properties, 296, SHARED_OF_BLOCK);
  put_int(properties, 304, 65536);
  put_int(properties, 308, 32);
  put_size(properties, 312, 0x7fffffff);
  put_int(properties, 320, MOST_THREADS);
  put_int(properties, 324, MOST_THREADS);
  put_int(properties, 328, MOST_THREADS);
  put_int(properties, 332, 64);
  put_int(properties, 336, 0x7fffffff);
  put_int(properties, 340, 65535);
  put_int(properties, 344, 65535);
  put_size(properties, 352, 65536);
  put_int(properties, 360, 8);
  put_int(properties, 364, 0);
  put_size(properties, 368, 512);
  put_int(properties, 384, processors());
  put_int(properties, 388, 1);
  put_int(properties, 392, 1);
  put_int(properties, 560, 1);
  put_int(properties, 588, 1);
  put_int(properties, 604, 2048);
  put_size(properties, 624, MOST_SHARED);
  put_int(properties, 632, 65536);
  put_int(properties, 636, 1);
  put_int(properties, 656, 1);
  put_size(properties, 672, MOST_SHARED);
  put_int(properties, 688, 32);
  return SUCCESS;
}

int cudaDeviceGetAttribute(int *value, int attribute, int device) {
  if (device != 0)
    return __zymase_cuda_note(INVALID_DEVICE);
  switch (attribute) {
  case 1:
  case 2:
  case 3:
    *value = MOST_THREADS;
    return SUCCESS;
  case 4:
    *value = 64;
    return SUCCESS;
  case 5:
    *value = 0x7fffffff;
    return SUCCESS;
  case 6:
  case 7:
    *value = 65535;
    return SUCCESS;
  case 8:
    *value = SHARED_OF_BLOCK;
    return SUCCESS;
  case 9:
    *value = 65536;
    return SUCCESS;
  case 10:
    *value = 32;
    return SUCCESS;
  case 16:
    *value = processors();
    return SUCCESS;
  case 39:
    *value = 2048;
    return SUCCESS;
  case 75:
    *value = 8;
    return SUCCESS;
  case 76:
  case 95:
    *value = 0;
    return SUCCESS;
  case 97:
    *value = MOST_SHARED;
    return SUCCESS;
  default:
    return __zymase_cuda_note(INVALID_VALUE);
  }
}

// What derivatives of launches ask of the driver: memory around an address. Only where it begins is known here.

#include <malloc.h>

static int extent(char **base, size_t *bytes, char *at) {
  *base = at;
  *bytes = malloc_usable_size(at);
  return SUCCESS;
}

int cudaGetDriverEntryPointByVersion(const char *name, void **found, unsigned version, unsigned long long flags, int *answer) {
  *found = strcmp(name, "cuMemGetAddressRange") ? 0 : (void *)extent;
  *answer = *found ? 0 : 1;
  return SUCCESS;
}

struct Attributes {
  int kind, device;
  void *on_device, *on_host;
};

int cudaPointerGetAttributes(struct Attributes *attributes, const void *at) {
  *attributes = (struct Attributes){2, 0, (void *)at, (void *)at};
  return SUCCESS;
}

// Kernels.

struct Dimensions {
  unsigned x, y, z;
};

// What `<<<...>>>` says, until the stub of the kernel asks.
_Thread_local struct {
  struct Dimensions grid, block;
  size_t dynamic;
  void *stream;
} __zymase_cuda_configuration;

unsigned __cudaPushCallConfiguration(struct Dimensions grid, struct Dimensions block, size_t dynamic, void *stream) {
  __zymase_cuda_configuration.grid = grid;
  __zymase_cuda_configuration.block = block;
  __zymase_cuda_configuration.dynamic = dynamic;
  __zymase_cuda_configuration.stream = stream;
  return 0;
}

int __cudaPopCallConfiguration(struct Dimensions *grid, struct Dimensions *block, size_t *dynamic, void **stream) {
  *grid = __zymase_cuda_configuration.grid;
  *block = __zymase_cuda_configuration.block;
  *dynamic = __zymase_cuda_configuration.dynamic;
  *stream = __zymase_cuda_configuration.stream;
  return SUCCESS;
}

typedef int (*Start)(struct Dimensions grid, struct Dimensions block, void **arguments, size_t dynamic, void *stream);

struct Known {
  const void *stub;
  Start start;
  const char *name;
  struct Known *next;
};

struct Known *__zymase_cuda_kernels;

void __zymase_cuda_register(const void *stub, Start start, const char *name) {
  struct Known *known = malloc(sizeof *known);
  if (!known)
    abort();
  *known = (struct Known){stub, start, name, __zymase_cuda_kernels};
  __zymase_cuda_kernels = known;
}

int cudaLaunchKernel(const void *stub, struct Dimensions grid, struct Dimensions block, void **arguments, size_t dynamic,
                     void *stream) {
  for (struct Known *known = __zymase_cuda_kernels; known; known = known->next)
    if (known->stub == stub)
      return known->start(grid, block, arguments, dynamic, stream);
  return __zymase_cuda_note(INVALID_FUNCTION);
}

int cudaFuncSetAttribute(const void *stub, int attribute, int value) {
  return attribute == 8 && value > MOST_SHARED ? __zymase_cuda_note(INVALID_VALUE) : SUCCESS;
}
int cudaFuncSetCacheConfig(const void *stub, int config) { return SUCCESS; }
int cudaFuncSetSharedMemConfig(const void *stub, int config) { return SUCCESS; }
int cudaDeviceSetSharedMemConfig(int config) { return SUCCESS; }

int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *stub, int threads, size_t dynamic) {
  *blocks = threads > 0 && threads <= MOST_THREADS ? 2048 / threads : 0;
  return SUCCESS;
}

int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *stub, int threads, size_t dynamic,
                                                           unsigned flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, stub, threads, dynamic);
}
