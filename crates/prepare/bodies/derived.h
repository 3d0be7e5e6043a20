/* Objects of derived types: what they are made of, and what they own.
 *
 * Only where a type is known when the program is compiled can what it owns be told from its other bytes. Parts of parts are
 * asked for by the name of another function of the run time, as it were: it is written out in turn once its type has
 * become a constant, so that there is as much code as types are deep. */
#ifndef ZYMASE_BODIES_DERIVED_H
#define ZYMASE_BODIES_DERIVED_H
#include "descriptor.h"

/* Descriptions of derived types, constant tables that flang writes (its module __fortran_type_info). */
typedef struct {
  int64_t genre, value;
} Length;

typedef struct {
  char name[24];
  unsigned char genre, category, kind, rank;
  int64_t offset;
  Length characters;
  const struct DerivedType *derived;
  char rest[96];
  const Length *bounds; /* of an array inside of the object: lower and upper bound of each dimension */
  char bounds_rest[80];
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

/* Left as it is written: an address computed from the rank would keep the descriptor in memory. */
HELPER __attribute__((optnone)) const DerivedType **addendum(const Descriptor *a) {
#define AFTER(k)                                                                                                       \
  if (a->rank == k)                                                                                                    \
    return (const DerivedType **)&a->dim[k];
  EACH_DIMENSION(AFTER)
#undef AFTER
  return 0;
}

HELPER __attribute__((optnone)) const DerivedType *derived_type(const Descriptor *a) {
  if (a->type != STRUCT || !(a->extra & HAS_ADDENDUM))
    return 0;
#define AFTER(k)                                                                                                       \
  if (a->rank == k)                                                                                                    \
    return *(const DerivedType *const *)&a->dim[k];
  EACH_DIMENSION(AFTER)
#undef AFTER
  return 0;
}

HELPER void set_derived_type(Descriptor *a, const DerivedType *type) {
  const DerivedType **at = addendum(a);
  at[0] = type;
  at[1] = 0;
  a->extra |= HAS_ADDENDUM;
}

enum { INTEGER_CATEGORY, UNSIGNED_CATEGORY, REAL_CATEGORY, COMPLEX_CATEGORY, CHARACTER_CATEGORY, LOGICAL_CATEGORY };

/* The code of a type of this category and kind, as descriptors have it. */
HELPER signed char intrinsic_code(int category, int kind) {
  switch (category) {
  case REAL_CATEGORY:
    return kind == 4 ? FLOAT : kind == 8 ? DOUBLE : EXTENDED;
  case COMPLEX_CATEGORY:
    return kind == 4 ? FLOAT_COMPLEX : DOUBLE_COMPLEX;
  case CHARACTER_CATEGORY:
    return CHARACTER;
  case LOGICAL_CATEGORY:
    return kind == 1 ? 39 : kind == 2 ? 13 : kind == 4 ? 14 : 15;
  default:
    return kind == 1 ? 7 : kind == 2 ? 8 : kind == 4 ? 9 : 10;
  }
}

HELPER signed char type_code(const Component *part) {
  return part->derived ? STRUCT : intrinsic_code(part->category, part->kind);
}

HELPER uint64_t scalar_size(const Component *part) {
  if (part->derived)
    return part->derived->size;
  if (part->category == CHARACTER_CATEGORY)
    return part->kind * part->characters.value;
  return part->category == COMPLEX_CATEGORY ? 2 * part->kind : part->kind == 10 ? 16 : part->kind;
}

/* How many elements a part inside of the object has. */
HELPER int64_t inner_count(const Component *part) {
  int64_t count = 1;
#define MULTIPLY(k)                                                                                                    \
  if (part->rank > k)                                                                                                  \
    count *= at_least_none(part->bounds[2 * k + 1].value - part->bounds[2 * k].value + 1);
  EACH_DIMENSION(MULTIPLY)
#undef MULTIPLY
  return count;
}

/* How many elements an allocated part has: its descriptor may lie in memory of which only the program knows what is
 * there, its rank does not. */
HELPER int64_t owned_count(const Component *part, const Descriptor *a) {
  int64_t count = 1;
#define MULTIPLY(k)                                                                                                    \
  if (part->rank > k)                                                                                                  \
    count *= a->dim[k].extent;
  EACH_DIMENSION(MULTIPLY)
#undef MULTIPLY
  return count;
}

HELPER int owns(const DerivedType *type) { return type && !type->needs_no_destruction; }

/* What is not written out. A call of the first two that is not folded away is refused when the program is compiled; the
 * third ends the program. None takes a descriptor, which would keep it in memory. */
void refuse_depth(void) __asm__("zymase.refuse.objects that contain objects of their own type");
void refuse_procedures(void) __asm__("zymase.refuse.assignment of objects with procedures of their own for it, or pointers with a first target");
void refuse_finalization(void) __asm__("zymase.refuse.final procedures");
_Noreturn void end_program(const char *message, const char *file, int line) __asm__("_FortranAReportFatalUserError");

HELPER void refuse_unknown(int owns_nothing) {
  if (!owns_nothing)
    end_program("zymase: an object with allocatable components is reached through a pointer of unknown type", "", 0);
}

HELPER void refuse_types(void) { end_program("zymase: an array is assigned another type", "", 0); }

/* So many components are looked at at once. */
enum { STEP = 8, MOST_DEPTH = 24 };
#define EACH_COMPONENT(MACRO)                                                                                          \
  MACRO(0) MACRO(1) MACRO(2) MACRO(3) MACRO(4) MACRO(5) MACRO(6) MACRO(7)

/* Functions on the components of an object from one of them on. `LATER` is the name under which bodies ask for them;
 * `depth` is how deep they are in one another. */
#define ON_OBJECT(NAME)                                                                                                \
  void NAME##_later(char *object, const DerivedType *type, int64_t first, int64_t depth)                               \
      __asm__("_FortranAZymase_" #NAME);                                                                               \
  HELPER void NAME##_component(char *object, const Component *part, int64_t depth);                                    \
  void NAME##_body(char *object, const DerivedType *type, int64_t first, int64_t depth) BODY(Zymase_##NAME);           \
  void NAME##_body(char *object, const DerivedType *type, int64_t first, int64_t depth) {                              \
    if (depth > MOST_DEPTH) {                                                                                          \
      refuse_depth();                                                                                                  \
      return;                                                                                                          \
    }                                                                                                                  \
    EACH_COMPONENT(NAME##_STEP)                                                                                        \
    if (first + STEP < type->component_list.extent)                                                                    \
      NAME##_later(object, type, first + STEP, depth);                                                                 \
  }
#define ON_COMPONENT(NAME, k)                                                                                          \
  if (first + k < type->component_list.extent)                                                                         \
    NAME##_component(object, &type->components[first + k], depth);

/* All elements of a part that are objects themselves. */
#define ON_PARTS(NAME, first, count, part)                                                                             \
  for (int64_t i = 0; i < count; ++i)                                                                                  \
    NAME##_later(first + i * part->derived->size, part->derived, 0, depth + 1);

/* Gives back what an object owns. */
#define destroy_STEP(k) ON_COMPONENT(destroy, k)
ON_OBJECT(destroy)

HELPER void destroy_component(char *object, const Component *part, int64_t depth) {
  if (part->genre == ALLOCATED) {
    Descriptor *a = (Descriptor *)(object + part->offset);
    char *base = a->base;
    if (owns(part->derived) && base) {
      int64_t count = owned_count(part, a);
      ON_PARTS(destroy, base, count, part)
    }
    free(base);
    a->base = 0;
  } else if (part->genre == DATA && owns(part->derived)) {
    int64_t count = inner_count(part);
    ON_PARTS(destroy, object + part->offset, count, part)
  }
}

/* An allocatable or pointer component that owns nothing yet. */
HELPER void initialize_descriptor(Descriptor *a, const Component *part) {
  establish(a, part->rank, type_code(part), scalar_size(part));
  a->attribute = part->genre == ALLOCATED ? IS_ALLOCATABLE : IS_POINTER;
  if (part->derived)
    set_derived_type(a, part->derived);
}

/* Gives components their first values. */
#define initialize_STEP(k) ON_COMPONENT(initialize, k)
ON_OBJECT(initialize)

HELPER void initialize_component(char *object, const Component *part, int64_t depth) {
  char *at = object + part->offset;
  if (part->genre == ALLOCATED || part->genre == POINTED) {
    if (part->initialization && ((const Descriptor *)part->initialization)->base)
      refuse_procedures();
    initialize_descriptor((Descriptor *)at, part);
  } else if (part->initialization) {
    int64_t count = inner_count(part);
    for (int64_t i = 0; i < count; ++i)
      move_element(at + i * scalar_size(part), part->initialization + i * scalar_size(part), type_code(part),
                   scalar_size(part));
  } else if (part->genre == DATA && part->derived && !part->derived->needs_no_initialization) {
    int64_t count = inner_count(part);
    ON_PARTS(initialize, at, count, part)
  }
}

/* Gives an object that is a copy of the bytes of another copies of what that owns. */
#define separate_STEP(k) ON_COMPONENT(separate, k)
ON_OBJECT(separate)

HELPER void separate_component(char *object, const Component *part, int64_t depth) {
  if (part->genre == ALLOCATED) {
    Descriptor *a = (Descriptor *)(object + part->offset);
    char *from = a->base;
    if (!from)
      return;
    int64_t count = owned_count(part, a);
    char *copy = malloc(count > 0 ? count * scalar_size(part) : 1);
    for (int64_t i = 0; i < count; ++i)
      move_element(copy + i * scalar_size(part), from + i * scalar_size(part), type_code(part), scalar_size(part));
    if (owns(part->derived))
      ON_PARTS(separate, copy, count, part)
    a->base = copy;
  } else if (part->genre == DATA && owns(part->derived)) {
    int64_t count = inner_count(part);
    ON_PARTS(separate, object + part->offset, count, part)
  }
}

#endif
