/* Assignment, allocation and deallocation, array constructors: what owns and fills memory. */
#include "descriptor.h"

/* Descriptions of derived types, constant tables that flang writes (its module __fortran_type_info). */
typedef struct {
  char name[24];
  unsigned char genre, category, kind, rank;
  int64_t offset;
  char character_length[16];
  const struct DerivedType *derived;
  char rest[184];
  const char *initialization;
} Component;

typedef struct DerivedType {
  char bindings[64], name[24];
  uint64_t size;
  char uninstantiated[40], kinds[48], lengths[48];
  const Component *components;
  uint64_t component_size;
  char component_header[8];
  Dimension component_list;
  char component_rest[16], procedures[64], special[64];
  int special_bits;
  unsigned char has_parent, needs_no_initialization, needs_no_destruction, needs_no_finalization, has_no_assignment;
} DerivedType;

_Static_assert(sizeof(Component) == 256 && offsetof(DerivedType, components) == 232 &&
                   offsetof(DerivedType, has_parent) == 428,
               "the tables have the layout that flang gives them");

enum { DATA = 1, POINTED = 2, ALLOCATED = 3 };

HELPER const DerivedType *derived_type(const Descriptor *a) {
  if (a->type != STRUCT || !(a->extra & HAS_ADDENDUM))
    return 0;
#define AFTER(k)                                                                                                       \
  if (a->rank == k)                                                                                                    \
    return *(const DerivedType *const *)&a->dim[k];
  EACH_DIMENSION(AFTER)
#undef AFTER
  return 0;
}

/* What is not written out. A call of the first that is not folded away is refused when the program is compiled; the
 * second ends the program. Neither takes a descriptor, which would keep it in memory. */
void refuse_owners(void) __asm__("zymase.refuse.allocatable components inside of components, or more than eight components");
_Noreturn void end_program(const char *message, const char *file, int line) __asm__("_FortranAReportFatalUserError");

HELPER void refuse_unknown(int owns_nothing) {
  if (!owns_nothing)
    end_program("zymase: an object with allocatable components is reached through a pointer of unknown type", "", 0);
}

HELPER void refuse_types(void) { end_program("zymase: an array is assigned another type", "", 0); }

#define MOST_COMPONENTS 8
#define EACH_COMPONENT(MACRO)                                                                                          \
  MACRO(0) MACRO(1) MACRO(2) MACRO(3) MACRO(4) MACRO(5) MACRO(6) MACRO(7)

HELPER int is_allocatable(const DerivedType *type, int k) {
  return k < type->component_list.extent && type->components[k].genre == ALLOCATED;
}

/* Whether everything that must be owned is one level deep. */
HELPER int owns_simply(const DerivedType *type) {
  if (type->component_list.extent > MOST_COMPONENTS)
    return 0;
#define CHECK(k)                                                                                                       \
  if (k < type->component_list.extent && type->components[k].derived &&                                                \
      type->components[k].genre != POINTED && !type->components[k].derived->needs_no_destruction)                      \
    return 0;
  EACH_COMPONENT(CHECK)
#undef CHECK
  return 1;
}

HELPER Descriptor *component(char *object, const DerivedType *type, int k) {
  return (Descriptor *)(object + type->components[k].offset);
}

HELPER void destroy_object(char *object, const DerivedType *type) {
#define DESTROY(k)                                                                                                     \
  if (is_allocatable(type, k)) {                                                                                       \
    free(component(object, type, k)->base);                                                                            \
    component(object, type, k)->base = 0;                                                                              \
  }
  EACH_COMPONENT(DESTROY)
#undef DESTROY
}

HELPER void destroy_elements(const Descriptor *a) {
  const DerivedType *type = derived_type(a);
  if (!type || !a->base)
    return;
  if (!is_known(type)) {
    refuse_unknown(type->needs_no_destruction);
    return;
  }
  if (type->needs_no_destruction)
    return;
  if (!owns_simply(type)) {
    refuse_owners();
    return;
  }
  int64_t elements = element_count(a);
  for (int64_t i = 0; i < elements; ++i)
    destroy_object(a->base + element_offset(a, i), type);
}

void destroy(const Descriptor *a) BODY(Destroy);
void destroy(const Descriptor *a) { destroy_elements(a); }
void destroy_without_finalization(const Descriptor *a) BODY(DestroyWithoutFinalization);
void destroy_without_finalization(const Descriptor *a) { destroy_elements(a); }

enum { INTEGER_CATEGORY, UNSIGNED_CATEGORY, REAL_CATEGORY, COMPLEX_CATEGORY, CHARACTER_CATEGORY, LOGICAL_CATEGORY };

/* The code of the type of a component, as descriptors have it. */
HELPER signed char type_code(const Component *part) {
  if (part->derived)
    return STRUCT;
  switch (part->category) {
  case REAL_CATEGORY:
    return part->kind == 4 ? FLOAT : part->kind == 8 ? DOUBLE : EXTENDED;
  case COMPLEX_CATEGORY:
    return part->kind == 4 ? FLOAT_COMPLEX : DOUBLE_COMPLEX;
  case LOGICAL_CATEGORY:
    return part->kind == 1 ? 39 : part->kind == 2 ? 13 : part->kind == 4 ? 14 : 15;
  default:
    return part->kind == 1 ? 7 : part->kind == 2 ? 8 : part->kind == 4 ? 9 : 10;
  }
}

HELPER uint64_t scalar_size(const Component *part) {
  return part->derived ? part->derived->size : part->category == COMPLEX_CATEGORY ? 2 * part->kind : part->kind;
}

/* An allocatable or pointer component that owns nothing yet. */
HELPER void initialize_descriptor(Descriptor *a, const Component *part) {
  establish(a, part->rank, type_code(part), scalar_size(part));
  a->attribute = part->genre == ALLOCATED ? IS_ALLOCATABLE : IS_POINTER;
  if (part->derived) {
    const DerivedType **addendum = (const DerivedType **)&a->dim[part->rank];
    addendum[0] = part->derived;
    addendum[1] = 0;
    a->extra = HAS_ADDENDUM;
  }
}

HELPER void initialize_component(char *object, const DerivedType *type, int k) {
  const Component *part = &type->components[k];
  if (part->genre != DATA) {
    if (part->initialization && ((const Descriptor *)part->initialization)->base)
      refuse_owners();
    initialize_descriptor(component(object, type, k), part);
  } else if (part->initialization) {
    if (part->rank > 0 || part->category == CHARACTER_CATEGORY)
      refuse_owners();
    move_element(object + part->offset, part->initialization, type_code(part), scalar_size(part));
  } else if (part->derived && !part->derived->needs_no_initialization) {
    refuse_owners();
  }
}

HELPER void initialize_object(char *object, const DerivedType *type) {
#define INITIALIZE(k)                                                                                                  \
  if (k < type->component_list.extent)                                                                                 \
    initialize_component(object, type, k);
  EACH_COMPONENT(INITIALIZE)
#undef INITIALIZE
}

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
  if (type->component_list.extent > MOST_COMPONENTS) {
    refuse_owners();
    return;
  }
  int64_t elements = element_count(a);
  for (int64_t i = 0; i < elements; ++i)
    initialize_object(a->base + element_offset(a, i), type);
}

void initialize(const Descriptor *a, const char *file, int line) BODY(Initialize);
void initialize(const Descriptor *a, const char *file, int line) { initialize_elements(a); }

/* A copy of the memory of an allocatable component. */
HELPER char *cloned(const Descriptor *a) {
  if (!a->base)
    return 0;
  int64_t bytes = element_count(a) * a->size;
  char *copy = malloc(bytes > 0 ? bytes : 1);
  int64_t elements = element_count(a);
  for (int64_t i = 0; i < elements; ++i)
    move_element(copy + i * a->size, a->base + i * a->size, a->type, a->size);
  return copy;
}

/* Copies an object and all it owns. What it owned before is given back last, as it may be what is copied. */
HELPER void copy_object(char *to, char *from, const DerivedType *type) {
#define CLONE(k)                                                                                                       \
  char *copy##k = 0, *old##k = 0;                                                                                      \
  if (is_allocatable(type, k)) {                                                                                       \
    copy##k = cloned(component(from, type, k));                                                                        \
    old##k = component(to, type, k)->base;                                                                             \
  }
  EACH_COMPONENT(CLONE)
#undef CLONE
  memcpy(to, from, type->size);
#define KEEP(k)                                                                                                        \
  if (is_allocatable(type, k)) {                                                                                       \
    component(to, type, k)->base = copy##k;                                                                            \
    free(old##k);                                                                                                      \
  }
  EACH_COMPONENT(KEEP)
#undef KEEP
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

HELPER void assign_any(Descriptor *to, const Descriptor *from) {
  const DerivedType *type = derived_type(to);
  if (type && !is_known(type)) {
    refuse_unknown(type->needs_no_destruction && type->has_no_assignment);
    type = 0;
  }
  int owns = type && !type->needs_no_destruction;
  if (to->type != from->type || to->size != from->size)
    refuse_types();
  if ((owns && !owns_simply(type)) || (type && !type->has_no_assignment)) {
    refuse_owners();
    return;
  }
  if (to->attribute == IS_ALLOCATABLE && (!to->base || (from->rank > 0 && !has_shape_of(to, from)))) {
    char *old = to->base;
    if (owns && old)
      destroy_elements(to);
    take_shape(to, from);
    provide(to);
    if (owns) {
      initialize_elements(to);
      assign_owners(to, from, type);
    } else {
      copy_elements(to, to->base, from);
    }
    free(old);
    return;
  }
  if (owns)
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
  take_shape(copy, variable);
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
  allocate_any(a);
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

void pointer_bounds(Descriptor *a, int k, int64_t lower, int64_t upper) BODY(PointerSetBounds);
void pointer_bounds(Descriptor *a, int k, int64_t lower, int64_t upper) { set_bounds(a, k, lower, upper); }
int pointer_allocate(Descriptor *a, _Bool status, const Descriptor *message, const char *file, int line, void *copier)
    BODY(PointerAllocate);
int pointer_allocate(Descriptor *a, _Bool status, const Descriptor *message, const char *file, int line,
                     void *copier) {
  return allocate_any(a);
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
