/* Calls entries of compiled libraries from programs of XLA, by its typed foreign function interface.
 *
 * One handler serves all functions. The attribute `plan` is an array of integers: the key of the entry, the number of examples, the
 * number of slots, and five numbers for each slot: what it is, which one, bytes of one example, how it begins, from which operand. */
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <pthread.h>
#include "xla/ffi/api/c_api.h"

enum { CONSTANT, OPERAND, RESULT, SCRATCH, EXTENTS };
enum { AS_IT_IS, ZEROS, COPY };

typedef int (*Entry)(void **);
const char *zymase_message(void);

static struct { int64_t key; Entry entry; } *entries;
static size_t count, room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Makes an entry known under a key. */
void zymase_xla_register(int64_t key, void *entry) {
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < count; i++)
    if (entries[i].key == key) {
      pthread_mutex_unlock(&lock);
      return;
    }
  if (count == room) {
    room = room ? 2 * room : 64;
    entries = realloc(entries, room * sizeof *entries);
  }
  entries[count].key = key;
  entries[count].entry = (Entry)entry;
  count++;
  pthread_mutex_unlock(&lock);
}

static Entry find(int64_t key) {
  Entry found = NULL;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < count && !found; i++)
    if (entries[i].key == key)
      found = entries[i].entry;
  pthread_mutex_unlock(&lock);
  return found;
}

static XLA_FFI_Error *failure(const XLA_FFI_Api *api, const char *text) {
  XLA_FFI_Error_Create_Args args;
  memset(&args, 0, sizeof args);
  args.struct_size = XLA_FFI_Error_Create_Args_STRUCT_SIZE;
  args.message = text;
  args.errc = XLA_FFI_Error_Code_INTERNAL;
  return api->XLA_FFI_Error_Create(&args);
}

static void *operand(XLA_FFI_CallFrame *frame, int64_t place) { return ((XLA_FFI_Buffer *)frame->args.args[place])->data; }

static XLA_FFI_Error *run(XLA_FFI_CallFrame *frame, const int64_t *plan) {
  const int64_t examples = plan[1], slots = plan[2];
  const int64_t *described = plan + 3;
  Entry entry = find(plan[0]);
  if (!entry)
    return failure(frame->api, "zymase: this program was compiled in another process: make the function again");
  void **pointers = calloc(slots + 1, sizeof *pointers);
  void **scratch = calloc(slots + 1, sizeof *scratch);
  int status = 0;
  for (int64_t s = 0; s < slots; s++)
    if (described[5 * s] == SCRATCH)
      scratch[s] = malloc(described[5 * s + 2] + 16);
  for (int64_t e = 0; e < examples && !status; e++) {
    for (int64_t s = 0; s < slots; s++) {
      const int64_t *slot = described + 5 * s, bytes = slot[2];
      char *to = NULL;
      switch (slot[0]) {
      case CONSTANT: to = (char *)&slot[1]; break;
      case EXTENTS: to = (char *)(plan + slot[1]); break;
      case OPERAND: to = (char *)operand(frame, slot[1]) + e * bytes; break;
      case RESULT: to = (char *)((XLA_FFI_Buffer *)frame->rets.rets[slot[1]])->data + e * bytes; break;
      case SCRATCH: to = scratch[s]; break;
      }
      if (slot[3] == ZEROS)
        memset(to, 0, bytes);
      else if (slot[3] == COPY)
        memcpy(to, (char *)operand(frame, slot[4]) + e * bytes, bytes);
      pointers[s] = to;
    }
    status = entry(pointers);
  }
  for (int64_t s = 0; s < slots; s++)
    free(scratch[s]);
  free(scratch);
  free(pointers);
  if (!status)
    return NULL;
  char text[1200];
  snprintf(text, sizeof text, "zymase: %s", zymase_message());
  return failure(frame->api, text);
}

XLA_FFI_Error *zymase_xla_call(XLA_FFI_CallFrame *frame) {
  for (XLA_FFI_Extension_Base *each = frame->extension_start; each; each = each->next)
    if (each->type == XLA_FFI_Extension_Metadata) {
      XLA_FFI_Metadata *metadata = ((XLA_FFI_Metadata_Extension *)each)->metadata;
      metadata->api_version.major_version = XLA_FFI_API_MAJOR;
      metadata->api_version.minor_version = XLA_FFI_API_MINOR;
      return NULL;
    }
  for (int64_t a = 0; a < frame->attrs.size; a++) {
    XLA_FFI_ByteSpan *name = frame->attrs.names[a];
    if (frame->attrs.types[a] == XLA_FFI_AttrType_ARRAY && name->len == 4 && memcmp(name->ptr, "plan", 4) == 0)
      return run(frame, ((XLA_FFI_Array *)frame->attrs.attrs[a])->data);
  }
  return failure(frame->api, "zymase: the call has no plan");
}
