/* Where the numbers of a message lie. A datatype is walked to its basic types, when the call is made: it may be gone in the reverse sweep.
   On the wire, numbers lie side by side in one format, the widest of the message. Integers are not sent. Partners of a message agree
   in the sequence of basic types, so they agree in whether there is anything to send, and how much. */

/* A message of MPI_PACKED goes as it is (packed.h): RAW. */
enum kind { WHOLE, SINGLE, DOUBLE, EXTENDED, RAW };
static const long size_of[] = {0, sizeof(float), sizeof(double), sizeof(long double), 1};

/* Basic elements side by side; a complex number is one of two parts, and what is no number has as many as it has bytes. */
struct run { long offset, count; int kind, parts; };

/* What the compiler found in the memory behind a buffer: elements every `stride` bytes, once or again and again, and the numbers in one of them, in order. */
struct cells { long stride, once, count; struct { long offset, size, kind; } cell[]; };
static const struct cells *cells_from, *cells_to;

/* Said before a call whose datatypes may be bytes. */
void __zymase_mpi_bytes(const struct cells *from, const struct cells *to) { cells_from = from, cells_to = to; }

struct layout {
  struct run *run;
  long runs, room;
  /* The datatype is repeated so often, so far apart. */
  long repeat, extent;
  /* Of one repetition: how much is sent, and how many numbers that holds. */
  long bytes, numbers;
  /* The widest format. */
  int wire;
  /* Whether all are complex, and whether an index follows each number: 1 an integer, 2 a number. */
  int complex, index;
  /* Whether it is made of bytes, which may be anything, or of characters (2), which are texts but for programs that send numbers so; what the compiler knows of them, where the first one is, and whether it was asked. */
  int bytes_inside;
  const struct cells *known;
  long at;
  int asked;
};

static long bytes_of(const struct run *r) { return r->count * r->parts * (r->kind == WHOLE ? 1 : size_of[r->kind]); }

static void *memory(long bytes) {
  void *found = calloc(1, bytes > 0 ? bytes : 1);
  __zymase_check_memory(found);
  return found;
}

static void fail(const char *what, const char *help) {
  dprintf(2, "zymase: %s\n  help: %s\n", what, help);
  abort();
}

static void add_run(struct layout *l, long offset, int kind, int parts, long count) {
  struct run *last = l->runs ? l->run + l->runs - 1 : NULL;
  struct run added = {offset, count, kind, parts};
  l->bytes += bytes_of(&added);
  if (kind != WHOLE) {
    if (!l->numbers || parts == 1) l->complex = parts == 2;
    l->numbers += count * parts;
    if (kind > l->wire) l->wire = kind;
  }
  if (last && last->kind == kind && last->parts == parts && (kind == WHOLE || last->offset + bytes_of(last) == offset)) {
    last->count += count;
    return;
  }
  if (l->runs == l->room) {
    l->room = l->room ? 2 * l->room : 4;
    l->run = realloc(l->run, l->room * sizeof *l->run);
    __zymase_check_memory(l->run);
  }
  l->run[l->runs++] = added;
}

/* Basic types by their names, which the standard fixes: kind, parts, and whether an index follows. */
static const struct basic { const char *name; int kind, parts, index; } basic_types[] = {
    {"MPI_DOUBLE", DOUBLE, 1, 0}, {"MPI_FLOAT", SINGLE, 1, 0}, {"MPI_LONG_DOUBLE", EXTENDED, 1, 0},
    {"MPI_DOUBLE_PRECISION", DOUBLE, 1, 0}, {"MPI_REAL", SINGLE, 1, 0}, {"MPI_REAL4", SINGLE, 1, 0}, {"MPI_REAL8", DOUBLE, 1, 0},
    {"MPI_C_COMPLEX", SINGLE, 2, 0}, {"MPI_C_FLOAT_COMPLEX", SINGLE, 2, 0}, {"MPI_C_DOUBLE_COMPLEX", DOUBLE, 2, 0},
    {"MPI_C_LONG_DOUBLE_COMPLEX", EXTENDED, 2, 0}, {"MPI_CXX_FLOAT_COMPLEX", SINGLE, 2, 0}, {"MPI_CXX_DOUBLE_COMPLEX", DOUBLE, 2, 0},
    {"MPI_CXX_LONG_DOUBLE_COMPLEX", EXTENDED, 2, 0}, {"MPI_COMPLEX", SINGLE, 2, 0}, {"MPI_DOUBLE_COMPLEX", DOUBLE, 2, 0},
    {"MPI_COMPLEX8", SINGLE, 2, 0}, {"MPI_COMPLEX16", DOUBLE, 2, 0}, {"MPI_FLOAT_INT", SINGLE, 1, 1}, {"MPI_DOUBLE_INT", DOUBLE, 1, 1},
    {"MPI_LONG_DOUBLE_INT", EXTENDED, 1, 1}, {"MPI_2REAL", SINGLE, 1, 2}, {"MPI_2DOUBLE_PRECISION", DOUBLE, 1, 2},
};
/* Numbers of formats that have no derivatives here. */
static const char *const odd_types[] = {"MPI_REAL2", "MPI_REAL16", "MPI_COMPLEX4", "MPI_COMPLEX32"};

/* Programs send structs and numbers as characters, too. */
static const char *const text_types[] = {"MPI_CHAR", "MPI_SIGNED_CHAR", "MPI_UNSIGNED_CHAR", "MPI_INT8_T", "MPI_UINT8_T", "MPI_CHARACTER", "MPI_INTEGER1"};

static struct basic basic_of(MPI_Datatype type) {
  char name[MPI_MAX_OBJECT_NAME];
  int length = 0;
  MPI_Type_get_name(type, name, &length);
  for (size_t k = 0; k < sizeof basic_types / sizeof *basic_types; k++)
    if (!strcmp(name, basic_types[k].name)) return basic_types[k];
  for (size_t k = 0; k < sizeof odd_types / sizeof *odd_types; k++)
    if (!strcmp(name, odd_types[k])) fail("numbers of two or of sixteen bytes are sent", "send float, double or long double");
  for (size_t k = 0; k < sizeof text_types / sizeof *text_types; k++)
    if (!strcmp(name, text_types[k])) return (struct basic){"text", WHOLE, 1, 0};
  return (struct basic){!strcmp(name, "MPI_BYTE") || !strcmp(name, "MPI_PACKED") ? "bytes" : "", WHOLE, 1, 0};
}

static int combiner_of(MPI_Datatype type, int counts[3]) {
  int combiner;
  MPI_Type_get_envelope(type, counts, counts + 1, counts + 2, &combiner);
  return combiner;
}

static long extent_of(MPI_Datatype type) {
  MPI_Aint low, extent;
  MPI_Type_get_extent(type, &low, &extent);
  return extent;
}

static int is_bytes(MPI_Datatype type) {
  int ignored[3];
  if (combiner_of(type, ignored) != MPI_COMBINER_NAMED) return 0;
  struct basic b = basic_of(type);
  return !strcmp(b.name, "bytes") || !strcmp(b.name, "text");
}

static int is_packed(MPI_Datatype type) { return type == MPI_PACKED; }

/* So many bytes at `offset`: the numbers among them. */
static void add_bytes(struct layout *l, long offset, long bytes) {
  const struct cells *known = l->known;
  long at = l->at + offset, end = at + bytes, done = at;
  l->asked = 1;
  if (!bytes) return;
  if (at < 0 || (known->once && known->count && end > known->stride)) fail("more bytes are sent than are known to lie in the buffer", "send numbers with a datatype that says what they are");
  if (known->count == 1 && known->cell->size == known->stride && at % known->stride == 0 && bytes % known->stride == 0) {
    add_run(l, offset, known->cell->kind, 1, bytes / known->stride);
    return;
  }
  for (long element = at / known->stride * known->stride; known->count && element < end; element += known->stride)
    for (long k = 0; k < known->count; k++) {
      long first = element + known->cell[k].offset, last = first + known->cell[k].size;
      if (last <= at || first >= end) continue;
      if (first < at || last > end) fail("a part of a number is sent as MPI_BYTE", "send whole numbers");
      if (first > done) add_run(l, done - l->at, WHOLE, first - done, 1);
      add_run(l, first - l->at, known->cell[k].kind, 1, 1);
      done = last;
    }
  if (end > done) add_run(l, done - l->at, WHOLE, end - done, 1);
}

/* Integers of several bytes, and nothing else, are sent: the first of them must be no number. */
static void check_integers(const struct layout *l) {
  const struct cells *known = l->known;
  if (!known || !known->count || !l->runs || l->numbers || l->asked || l->bytes_inside) return;
  long at = l->at + l->run->offset, bytes = l->run->parts;
  if (at < 0) return;
  for (long element = known->once ? 0 : at / known->stride * known->stride; element < at + bytes; element += known->stride) {
    for (long k = 0; k < known->count; k++) {
      long first = element + known->cell[k].offset;
      if (first < at + bytes && at < first + known->cell[k].size) fail("numbers are sent with a datatype of integers", "send them with a datatype that says what they are");
    }
    if (known->once) return;
  }
}

static void add_type(struct layout *l, MPI_Datatype type, long offset, long count);

/* A part of an array of `n` dimensions, the slowest first. */
static void add_subarray(struct layout *l, MPI_Datatype type, long offset, int n, const int *size, const int *part, const int *first, int by_rows) {
  long extent = extent_of(type);
  int at[64] = {0};
  if (n > 64) fail("an array of more than 64 dimensions is sent", "send a part of it");
  for (int k = 0; k < n; k++) if (!part[k]) return;
  for (;;) {
    long place = 0;
    for (int k = 0; k < n; k++) {
      int d = by_rows ? k : n - 1 - k;
      place = place * size[d] + first[d] + at[d];
    }
    int fastest = by_rows ? n - 1 : 0;
    add_type(l, type, offset + place * extent, part[fastest]);
    int k = 1;
    for (; k < n; k++) {
      int d = by_rows ? n - 1 - k : k;
      if (++at[d] < part[d]) break;
      at[d] = 0;
    }
    if (k >= n) return;
  }
}

static void add_contents(struct layout *l, int combiner, long offset, int *i, MPI_Aint *a, MPI_Datatype *t) {
  long extent = combiner == MPI_COMBINER_STRUCT || combiner == MPI_COMBINER_STRUCT_INTEGER ? 0 : extent_of(t[0]);
  if (combiner == MPI_COMBINER_DUP || combiner == MPI_COMBINER_RESIZED)
    add_type(l, t[0], offset, 1);
  else if (combiner == MPI_COMBINER_CONTIGUOUS)
    add_type(l, t[0], offset, i[0]);
  else if (combiner == MPI_COMBINER_VECTOR)
    for (long k = 0; k < i[0]; k++) add_type(l, t[0], offset + k * i[2] * extent, i[1]);
  else if (combiner == MPI_COMBINER_HVECTOR)
    for (long k = 0; k < i[0]; k++) add_type(l, t[0], offset + k * a[0], i[1]);
  else if (combiner == MPI_COMBINER_INDEXED)
    for (long k = 0; k < i[0]; k++) add_type(l, t[0], offset + i[1 + i[0] + k] * extent, i[1 + k]);
  else if (combiner == MPI_COMBINER_HINDEXED)
    for (long k = 0; k < i[0]; k++) add_type(l, t[0], offset + a[k], i[1 + k]);
  else if (combiner == MPI_COMBINER_INDEXED_BLOCK)
    for (long k = 0; k < i[0]; k++) add_type(l, t[0], offset + i[2 + k] * extent, i[1]);
  else if (combiner == MPI_COMBINER_HINDEXED_BLOCK)
    for (long k = 0; k < i[0]; k++) add_type(l, t[0], offset + a[k], i[1]);
  else if (combiner == MPI_COMBINER_STRUCT)
    for (long k = 0; k < i[0]; k++) add_type(l, t[k], offset + a[k], i[1 + k]);
  else if (combiner == MPI_COMBINER_SUBARRAY)
    add_subarray(l, t[0], offset, i[0], i + 1, i + 1 + i[0], i + 1 + 2 * i[0], i[1 + 3 * i[0]] == MPI_ORDER_C);
  else
    fail("a datatype of MPI_Type_create_darray, or of a Fortran function that MPI has withdrawn, is sent", "use MPI_Type_create_subarray or MPI_Type_create_struct");
}

static void add_type(struct layout *l, MPI_Datatype type, long offset, long count) {
  int n[3], combiner = combiner_of(type, n);
  if (combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_INTEGER) {
    struct basic b = basic_of(type);
    long extent = extent_of(type);
    int bytes;
    MPI_Type_size(type, &bytes);
    int is_text = !strcmp(b.name, "text"), is_of_bytes = is_text || !strcmp(b.name, "bytes"), is_known = is_of_bytes && l->known;
    if (is_known) add_bytes(l, offset, count * bytes);
    else if (!b.index) add_run(l, offset, b.kind, b.kind == WHOLE ? bytes : b.parts, count);
    for (long k = 0; b.index && k < count; k++) {
      add_run(l, offset + k * extent, b.kind, 1, 1);
      add_run(l, offset + k * extent + size_of[b.kind], WHOLE, bytes - size_of[b.kind], 1);
    }
    l->index = b.index;
    if (is_of_bytes && !is_known) l->bytes_inside |= is_text ? 2 : 1;
    return;
  }
  if (combiner == MPI_COMBINER_F90_REAL || combiner == MPI_COMBINER_F90_COMPLEX) {
    int bytes, parts = 1 + (combiner == MPI_COMBINER_F90_COMPLEX);
    MPI_Type_size(type, &bytes);
    if (bytes > parts * (int)sizeof(double)) fail("numbers of sixteen bytes are sent", "send float or double");
    add_run(l, offset, bytes == parts * (int)sizeof(float) ? SINGLE : DOUBLE, parts, count);
    return;
  }
  int *integers = memory(n[0] * sizeof(int));
  MPI_Aint *addresses = memory(n[1] * sizeof(MPI_Aint));
  MPI_Datatype *types = memory(n[2] * sizeof(MPI_Datatype));
  MPI_Type_get_contents(type, n[0], n[1], n[2], integers, addresses, types);
  long extent = extent_of(type);
  for (long k = 0; k < count; k++) add_contents(l, combiner, offset + k * extent, integers, addresses, types);
  for (int k = 0; k < n[2]; k++) {
    int ignored[3];
    if (combiner_of(types[k], ignored) != MPI_COMBINER_NAMED) MPI_Type_free(types + k);
  }
  free(integers), free(addresses), free(types);
}

/* The layout of `count` elements of a datatype, which lives as long as the context; for ever, without one. They are at byte `at` of a buffer of which this is known. */
static struct layout layout_of(void *context, MPI_Datatype type, long count, const struct cells *known, long at) {
  struct layout l = {.known = known, .at = at};
  int all_at_once = known && is_bytes(type);
  add_type(&l, type, 0, all_at_once ? count : 1);
  check_integers(&l);
  l.repeat = all_at_once ? 1 : count;
  l.extent = all_at_once ? count : extent_of(type);
  if (l.asked && l.numbers && l.repeat > 1 && l.extent % known->stride)
    fail("a datatype that is made of MPI_BYTE does not end where elements of its buffer end", "make it of the types of its parts");
  struct run *kept = context ? __zymase_allocate(context, (l.runs + 1) * sizeof *kept) : memory((l.runs + 1) * sizeof *kept);
  for (long k = 0; k < l.runs; k++) kept[k] = l.run[k];
  free(l.run);
  l.run = kept;
  return l;
}

static void check_bytes(const struct layout *l, char **shadow) {
  int are_unknown = l->bytes_inside & 1 || (l->bytes_inside && !l->numbers);
  if (are_unknown && shadow) fail("a datatype that is made of MPI_BYTE or MPI_CHAR is sent, and may hold numbers", "make it of the types of its parts");
}

static long numbers_in(const struct layout *l) { return l->numbers * l->repeat; }

enum move { PACK, SET, ADD, CLEAR };

#define MOVE_LOOP(T, W)                                        \
  for (long k = 0; k < n; k++) {                               \
    T *place = (T *)at + k;                                    \
    W *sent = (W *)wire + k;                                   \
    if (move == PACK) *sent = (W)*place;                       \
    else if (move == ADD) *place += (T)*sent;                  \
    else *place = move == SET ? (T)*sent : 0;                  \
  }

static void move_run(int kind, int format, long n, char *at, char *wire, int move) {
  if (kind == SINGLE && format == SINGLE) { MOVE_LOOP(float, float) }
  else if (kind == SINGLE && format == DOUBLE) { MOVE_LOOP(float, double) }
  else if (kind == SINGLE) { MOVE_LOOP(float, long double) }
  else if (kind == DOUBLE && format == DOUBLE) { MOVE_LOOP(double, double) }
  else if (kind == DOUBLE) { MOVE_LOOP(double, long double) }
  else { MOVE_LOOP(long double, long double) }
}

static long move_raw(const struct layout *l, long bytes, char *base, char *wire, int move);

/* Moves the numbers among the first `bytes` of a message (-1: of all of it) between memory and wire; how many these were. */
static long move_numbers(const struct layout *l, long bytes, char *base, char *wire, int format, int move) {
  long left = bytes < 0 ? l->bytes * l->repeat : bytes, moved = 0;
  if (l->wire == RAW) return move_raw(l, left, base, wire, move);
  if (l->runs == 1 && l->run->kind != WHOLE && l->extent == l->bytes) {
    long n = left / size_of[l->run->kind];
    if (base) move_run(l->run->kind, format, n, base + l->run->offset, wire, move);
    return n;
  }
  for (long turn = 0; turn < l->repeat && left > 0; turn++)
    for (long k = 0; k < l->runs && left > 0; k++) {
      const struct run *r = l->run + k;
      long taken = bytes_of(r) < left ? bytes_of(r) : left;
      left -= taken;
      if (r->kind == WHOLE) continue;
      long n = taken / size_of[r->kind];
      if (base) move_run(r->kind, format, n, base + turn * l->extent + r->offset, wire ? wire + moved * size_of[format] : NULL, move);
      moved += n;
    }
  return moved;
}

static MPI_Datatype wire_type(int wire) { return wire == SINGLE ? MPI_FLOAT : wire == DOUBLE ? MPI_DOUBLE : wire == RAW ? MPI_BYTE : MPI_LONG_DOUBLE; }
