/* Assignment, allocation and deallocation, array constructors: what owns and fills memory. */
#include "derived.h"

HELPER void destroy_elements(const Descriptor *a) {
  const DerivedType *type = derived_type(a);
  if (!type || !a->base)
    return;
  if (!is_known(type)) {
    refuse_unknown(type->needs_no_destruction);
    return;
  }
  if (!type->needs_no_finalization)
    refuse_finalization();
  if (type->needs_no_destruction)
    return;
  int64_t elements = element_count(a);
  for (int64_t i = 0; i < elements; ++i)
    destroy_later(a->base + element_offset(a, i), type, 0, 0);
}

void destroy(const Descriptor *a) BODY(Destroy);
void destroy(const Descriptor *a) { destroy_elements(a); }
void destroy_without_finalization(const Descriptor *a) BODY(DestroyWithoutFinalization);
void destroy_without_finalization(const Descriptor *a) { destroy_elements(a); }

HELPER void initialize_elements(const Descriptor *a) {
  const DerivedType *type = derived_type(a);
  if (!type)
    return;
  if (!is_known(type)) {
    refuse_unknown(type->needs_no_initialization);
    return;
  }
  if (type->needs_no_initialization)
    return;
  int64_t elements = element_count(a);
  for (int64_t i = 0; i < elements; ++i)
    initialize_later(a->base + element_offset(a, i), type, 0, 0);
}

void initialize(const Descriptor *a, const char *file, int line) BODY(Initialize);
void initialize(const Descriptor *a, const char *file, int line) { initialize_elements(a); }

/* Copies an object and all it owns. What it owned before is given back last, as it may be what is copied. */
HELPER void copy_object(char *to, char *from, const DerivedType *type) {
  if (to == from)
    return;
  char *old = malloc(type->size);
  memcpy(old, to, type->size);
  memcpy(to, from, type->size);
  separate_later(to, type, 0, 0);
  destroy_later(old, type, 0, 0);
  free(old);
}

/* First and last byte of an array. */
HELPER const char *first_byte(const Descriptor *a) {
  const char *at = a->base;
#define LOWER(k)                                                                                                       \
  if (a->rank > k && a->dim[k].stride < 0)                                                                             \
    at += (a->dim[k].extent - 1) * a->dim[k].stride;
  EACH_DIMENSION(LOWER)
#undef LOWER
  return at;
}

HELPER const char *last_byte(const Descriptor *a) {
  const char *at = a->base + a->size - 1;
#define RAISE(k)                                                                                                       \
  if (a->rank > k && a->dim[k].stride > 0)                                                                             \
    at += (a->dim[k].extent - 1) * a->dim[k].stride;
  EACH_DIMENSION(RAISE)
#undef RAISE
  return at;
}

HELPER int has_shape_of(const Descriptor *a, const Descriptor *b) {
  int same = 1;
#define COMPARE(k)                                                                                                     \
  if (a->rank > k)                                                                                                     \
    same &= a->dim[k].extent == b->dim[k].extent;
  EACH_DIMENSION(COMPARE)
#undef COMPARE
  return same;
}

/* Whether an element may be overwritten before it is read. */
HELPER int overlap(const Descriptor *to, const Descriptor *from) {
  if (to->base == from->base) {
    int same = 1;
#define COMPARE(k)                                                                                                     \
  if (to->rank > k && from->rank > k)                                                                                  \
    same &= to->dim[k].stride == from->dim[k].stride;
    EACH_DIMENSION(COMPARE)
#undef COMPARE
    if (same && from->rank > 0)
      return 0;
  }
  return first_byte(to) <= last_byte(from) && first_byte(from) <= last_byte(to);
}

/* Copies where memory may be shared, through a copy of the source if it is. */
HELPER void assign_elements(const Descriptor *to, const Descriptor *from) {
  if (!overlap(to, from)) {
    copy_elements(to, to->base, from);
    return;
  }
  Descriptor copy;
  provide_like(&copy, from, from->type, from->size);
  copy_elements(&copy, copy.base, from);
  copy_elements(to, to->base, &copy);
  free(copy.base);
}

HELPER void assign_owners(const Descriptor *to, const Descriptor *from, const DerivedType *type) {
  int64_t elements = element_count(to);
  for (int64_t i = 0; i < elements; ++i)
    copy_object(to->base + element_offset(to, i), from->base + (from->rank > 0 ? element_offset(from, i) : 0), type);
}

HELPER void take_shape(Descriptor *to, const Descriptor *from) {
#define SET(k)                                                                                                         \
  if (to->rank > k && from->rank > k) {                                                                                \
    to->dim[k].lower = from->dim[k].lower;                                                                             \
    to->dim[k].extent = from->dim[k].extent;                                                                           \
  }
  EACH_DIMENSION(SET)
#undef SET
}

/* An allocatable array of the type of another, and of its shape if they are of one rank. */
HELPER void take_type(Descriptor *a, const Descriptor *from, int rank) {
  const DerivedType *type = derived_type(from);
  signed char code = from->type;
  uint64_t size = from->size;
  establish(a, rank, code, size);
  if (from->rank == rank)
    take_shape(a, from);
  if (type)
    set_derived_type(a, type);
}

/* Texts of other lengths: the variable takes the length, or what is too long is cut off and what is missing is blank. */
HELPER void assign_texts(Descriptor *to, const Descriptor *from) {
  if (to->attribute == IS_ALLOCATABLE) {
    char *old = to->base;
    to->size = from->size;
    if (from->rank == to->rank)
      take_shape(to, from);
    provide(to);
    copy_elements(to, to->base, from);
    free(old);
    return;
  }
  int64_t elements = element_count(to), bytes = from->size < to->size ? from->size : to->size, length = to->size;
  for (int64_t i = 0; i < elements; ++i) {
    char *at = to->base + element_offset(to, i);
    const char *source = from->base + (from->rank > 0 ? element_offset(from, i) : 0);
    for (int64_t k = 0; k < length; ++k) {
      hold_characters(at + k);
      at[k] = k < bytes ? source[k] : ' ';
    }
  }
}

HELPER void assign_any(Descriptor *to, const Descriptor *from) {
  if (to->type == CHARACTER && from->type == CHARACTER && to->size != from->size) {
    assign_texts(to, from);
    return;
  }
  const DerivedType *type = derived_type(to);
  if (type && !is_known(type)) {
    refuse_unknown(type->needs_no_destruction && type->has_no_assignment);
    type = 0;
  }
  if (to->type != from->type || to->size != from->size)
    refuse_types();
  if (type && !type->has_no_assignment) {
    refuse_procedures();
    return;
  }
  if (to->attribute == IS_ALLOCATABLE && (!to->base || (from->rank > 0 && !has_shape_of(to, from)))) {
    char *old = to->base;
    if (owns(type) && old)
      destroy_elements(to);
    take_shape(to, from);
    provide(to);
    if (owns(type)) {
      initialize_elements(to);
      assign_owners(to, from, type);
    } else {
      copy_elements(to, to->base, from);
    }
    free(old);
    return;
  }
  if (owns(type))
    assign_owners(to, from, type);
  else
    assign_elements(to, from);
}

void assign(Descriptor *to, const Descriptor *from, const char *file, int line) BODY(Assign);
void assign(Descriptor *to, const Descriptor *from, const char *file, int line) { assign_any(to, from); }
void assign_temporary(Descriptor *to, const Descriptor *from, const char *file, int line) BODY(AssignTemporary);
void assign_temporary(Descriptor *to, const Descriptor *from, const char *file, int line) { assign_any(to, from); }

/* Arguments that must be contiguous: a copy before the call, and back after it. */
void copy_in(Descriptor *copy, const Descriptor *variable, const char *file, int line) BODY(CopyInAssign);
void copy_in(Descriptor *copy, const Descriptor *variable, const char *file, int line) {
  take_type(copy, variable, variable->rank);
  provide(copy);
  copy_elements(copy, copy->base, variable);
}
void copy_out(Descriptor *variable, Descriptor *copy, const char *file, int line) BODY(CopyOutAssign);
void copy_out(Descriptor *variable, Descriptor *copy, const char *file, int line) {
  if (variable)
    copy_elements(variable, variable->base, copy);
  free(copy->base);
  copy->base = 0;
}
void shallow_copy(Descriptor *result, const Descriptor *source, const char *file, int line) BODY(ShallowCopy);
void shallow_copy(Descriptor *result, const Descriptor *source, const char *file, int line) {
  provide_like(result, source, source->type, source->size);
  copy_elements(result, result->base, source);
}
void shallow_copy_direct(const Descriptor *result, const Descriptor *source, const char *file, int line)
    BODY(ShallowCopyDirect);
void shallow_copy_direct(const Descriptor *result, const Descriptor *source, const char *file, int line) {
  copy_elements(result, result->base, source);
}

HELPER void set_bounds(Descriptor *a, int k, int64_t lower, int64_t upper) {
  a->dim[k].lower = upper >= lower ? lower : 1;
  a->dim[k].extent = upper >= lower ? upper - lower + 1 : 0;
}

HELPER int allocate_any(Descriptor *a) {
  provide(a);
  initialize_elements(a);
  return 0;
}

/* Memory that is overwritten as a whole at once. */
HELPER void provide_for_copy(Descriptor *a) {
  provide(a);
  const DerivedType *type = derived_type(a);
  if (type && is_known(type) && owns(type))
    initialize_elements(a);
}

HELPER int deallocate_any(Descriptor *a) {
  destroy_elements(a);
  free(a->base);
  a->base = 0;
  return 0;
}

void allocatable_bounds(Descriptor *a, int k, int64_t lower, int64_t upper) BODY(AllocatableSetBounds);
void allocatable_bounds(Descriptor *a, int k, int64_t lower, int64_t upper) { set_bounds(a, k, lower, upper); }
int allocatable_allocate(Descriptor *a, int64_t *async, _Bool status, const Descriptor *message, const char *file,
                         int line, void *copier) BODY(AllocatableAllocate);
int allocatable_allocate(Descriptor *a, int64_t *async, _Bool status, const Descriptor *message, const char *file,
                         int line, void *copier) {
  return allocate_any(a);
}
int allocatable_source(Descriptor *a, const Descriptor *source, _Bool status, const Descriptor *message,
                       const char *file, int line) BODY(AllocatableAllocateSource);
int allocatable_source(Descriptor *a, const Descriptor *source, _Bool status, const Descriptor *message,
                       const char *file, int line) {
  if (source->rank > 0)
    take_shape(a, source);
  provide_for_copy(a);
  a->attribute == IS_ALLOCATABLE ? assign_any(a, source) : (void)0;
  return 0;
}
int allocatable_deallocate(Descriptor *a, _Bool status, const Descriptor *message, const char *file, int line)
    BODY(AllocatableDeallocate);
int allocatable_deallocate(Descriptor *a, _Bool status, const Descriptor *message, const char *file, int line) {
  return deallocate_any(a);
}
int move_allocation(Descriptor *to, Descriptor *from, const DerivedType *type, _Bool status, const Descriptor *message,
                    const char *file, int line) BODY(MoveAlloc);
int move_allocation(Descriptor *to, Descriptor *from, const DerivedType *type, _Bool status, const Descriptor *message,
                    const char *file, int line) {
  deallocate_any(to);
  if (type) {
    set_derived_type(to, derived_type(from));
    set_derived_type(from, type);
  }
#define SET(k)                                                                                                         \
  if (from->rank > k)                                                                                                  \
    to->dim[k] = from->dim[k];
  EACH_DIMENSION(SET)
#undef SET
  to->size = from->size;
  to->base = from->base;
  from->base = 0;
  return 0;
}

/* Objects of a type that is chosen when they are allocated. */
void allocatable_mold(Descriptor *a, const Descriptor *mold, int rank) BODY(AllocatableApplyMold);
void allocatable_mold(Descriptor *a, const Descriptor *mold, int rank) { take_type(a, mold, rank); }
void pointer_mold(Descriptor *a, const Descriptor *mold, int rank) BODY(PointerApplyMold);
void pointer_mold(Descriptor *a, const Descriptor *mold, int rank) {
  take_type(a, mold, rank);
  a->attribute = IS_POINTER;
}
void allocatable_derived(Descriptor *a, const DerivedType *type, int rank, int corank)
    BODY(AllocatableInitDerivedForAllocate);
void allocatable_derived(Descriptor *a, const DerivedType *type, int rank, int corank) {
  establish(a, rank, STRUCT, type->size);
  set_derived_type(a, type);
}
void pointer_derived(Descriptor *a, const DerivedType *type, int rank, int corank) BODY(PointerNullifyDerived);
void pointer_derived(Descriptor *a, const DerivedType *type, int rank, int corank) {
  establish(a, rank, STRUCT, type->size);
  a->attribute = IS_POINTER;
  set_derived_type(a, type);
}
void allocatable_intrinsic(Descriptor *a, int category, int kind, int rank, int corank)
    BODY(AllocatableInitIntrinsicForAllocate);
void allocatable_intrinsic(Descriptor *a, int category, int kind, int rank, int corank) {
  establish(a, rank, intrinsic_code(category, kind),
            category == COMPLEX_CATEGORY ? 2 * kind : kind == 10 ? 16 : kind);
}
void allocatable_text(Descriptor *a, int64_t length, int kind, int rank, int corank)
    BODY(AllocatableInitCharacterForAllocate);
void allocatable_text(Descriptor *a, int64_t length, int kind, int rank, int corank) {
  establish(a, rank, CHARACTER, length > 0 ? length * kind : 0);
}
HELPER int deallocate_typed(Descriptor *a, const DerivedType *type) {
  deallocate_any(a);
  if (type)
    set_derived_type(a, type);
  return 0;
}
int allocatable_typed(Descriptor *a, const DerivedType *type, _Bool status, const Descriptor *message,
                      const char *file, int line) BODY(AllocatableDeallocatePolymorphic);
int allocatable_typed(Descriptor *a, const DerivedType *type, _Bool status, const Descriptor *message,
                      const char *file, int line) {
  return deallocate_typed(a, type);
}
int pointer_typed(Descriptor *a, const DerivedType *type, _Bool status, const Descriptor *message, const char *file,
                  int line) BODY(PointerDeallocatePolymorphic);
int pointer_typed(Descriptor *a, const DerivedType *type, _Bool status, const Descriptor *message, const char *file,
                  int line) {
  return deallocate_typed(a, type);
}
void assign_typed(Descriptor *to, const Descriptor *from, const char *file, int line) BODY(AssignPolymorphic);
void assign_typed(Descriptor *to, const Descriptor *from, const char *file, int line) {
  if (to->base == from->base)
    return;
  Descriptor old;
  take_type(&old, to, to->rank);
  old.base = to->base;
  take_type(to, from, from->rank);
  provide_for_copy(to);
  assign_any(to, from);
  deallocate_any(&old);
}

void pointer_bounds(Descriptor *a, int k, int64_t lower, int64_t upper) BODY(PointerSetBounds);
void pointer_bounds(Descriptor *a, int k, int64_t lower, int64_t upper) { set_bounds(a, k, lower, upper); }
int pointer_allocate(Descriptor *a, _Bool status, const Descriptor *message, const char *file, int line, void *copier)
    BODY(PointerAllocate);
int pointer_allocate(Descriptor *a, _Bool status, const Descriptor *message, const char *file, int line,
                     void *copier) {
  return allocate_any(a);
}
int pointer_source(Descriptor *a, const Descriptor *source, _Bool status, const Descriptor *message, const char *file,
                   int line) BODY(PointerAllocateSource);
int pointer_source(Descriptor *a, const Descriptor *source, _Bool status, const Descriptor *message, const char *file,
                   int line) {
  if (source->rank > 0)
    take_shape(a, source);
  provide_for_copy(a);
  assign_any(a, source);
  return 0;
}
int pointer_deallocate(Descriptor *a, _Bool status, const Descriptor *message, const char *file, int line)
    BODY(PointerDeallocate);
int pointer_deallocate(Descriptor *a, _Bool status, const Descriptor *message, const char *file, int line) {
  return deallocate_any(a);
}

/* Array constructors whose length is not known grow. */
typedef struct {
  Descriptor *to;
  int64_t next, capacity;
  const char *file;
  int line;
  unsigned char use_value_lengths;
} Constructor;

void begin_constructor(Constructor *c, Descriptor *to, _Bool use_value_lengths, const char *file, int line)
    BODY(InitArrayConstructorVector);
void begin_constructor(Constructor *c, Descriptor *to, _Bool use_value_lengths, const char *file, int line) {
  c->to = to;
  c->next = 0;
  c->capacity = to->base ? to->dim[0].extent : 0;
  c->file = file;
  c->line = line;
  c->use_value_lengths = use_value_lengths;
  to->dim[0].stride = to->size;
  if (!to->base)
    set_extent(to, 0, 0);
}

HELPER void grow(Constructor *c, int64_t more) {
  Descriptor *to = c->to;
  if (c->next + more > c->capacity) {
    int64_t capacity = c->capacity * 3 / 2;
    capacity = capacity > c->next + more ? capacity : c->next + more;
    char *memory = malloc(capacity * to->size);
    for (int64_t i = 0; i < c->next; ++i)
      move_element(memory + i * to->size, to->base + i * to->size, to->type, to->size);
    free(to->base);
    to->base = memory;
    c->capacity = capacity;
  }
  if (to->dim[0].extent < c->next + more)
    to->dim[0].extent = c->next + more;
}

void push_values(Constructor *c, const Descriptor *from) BODY(PushArrayConstructorValue);
void push_values(Constructor *c, const Descriptor *from) {
  int64_t elements = element_count(from);
  grow(c, elements);
  for (int64_t i = 0; i < elements; ++i)
    move_element(c->to->base + (c->next + i) * c->to->size, from->base + element_offset(from, i), c->to->type,
                 c->to->size);
  c->next += elements;
}
void push_value(Constructor *c, const char *from) BODY(PushArrayConstructorSimpleScalar);
void push_value(Constructor *c, const char *from) {
  grow(c, 1);
  move_element(c->to->base + c->next * c->to->size, from, c->to->type, c->to->size);
  c->next += 1;
}
