/* The operators of reductions. Of those that are not sums, what a result is to what each rank gave depends on what all gave: that is
   gathered beside the program's own call, without waiting, and read when a derivative needs it. Of extrema the reverse sweep needs less (find_owner). */

enum operator { NO_NUMBERS, SUM_OF_NUMBERS, PRODUCT, OF_THE_PROGRAM, MAXIMUM, MINIMUM, MAXIMUM_AND_PLACE, MINIMUM_AND_PLACE };

static const struct made *made_by_the_program(MPI_Op op);

static int code_of(struct record *r, MPI_Op op) {
  const struct { MPI_Op op; int code; } known[] = {{MPI_SUM, SUM_OF_NUMBERS}, {MPI_PROD, PRODUCT}, {MPI_MAX, MAXIMUM}, {MPI_MIN, MINIMUM}, {MPI_MAXLOC, MAXIMUM_AND_PLACE}, {MPI_MINLOC, MINIMUM_AND_PLACE}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (known[k].op == op) return known[k].code;
  r->made = made_by_the_program(op);
  return OF_THE_PROGRAM;
}

static long double number(const char *wire, int format, long k) {
  return format == SINGLE ? ((float *)wire)[k] : format == DOUBLE ? ((double *)wire)[k] : ((long double *)wire)[k];
}

static void put(char *wire, int format, long k, long double value) {
  if (format == SINGLE) ((float *)wire)[k] = value;
  else if (format == DOUBLE) ((double *)wire)[k] = value;
  else ((long double *)wire)[k] = value;
}

static int has_places(const struct record *r) { return r->op >= MAXIMUM_AND_PLACE; }

/* How much a rank gives: its numbers, and behind them their places. */
static long given_by_one(const struct record *r) { return numbers_on(&r->in) * (has_places(r) ? 2 : 1); }

/* The places that follow the numbers of a block. */
static long pack_places(const struct block *b, char *base, char *wire, int format, long at) {
  const struct layout *l = &b->layout;
  for (long turn = 0; turn < l->repeat; turn++) {
    char *place = base + b->offset + turn * l->extent + size_of[l->wire];
    put(wire, format, at++, l->index == 1 ? *(int *)place : number(place, l->wire, 0));
  }
  return at;
}

/* The numbers of a side, and behind them their places. */
static void pack_with_places(const struct record *r, const struct side *s, char *wire) {
  move_side(s, s->base, wire, r->format, PACK);
  long at = numbers_on(s);
  for (int k = 0; has_places(r) && k < s->blocks; k++) {
    if (!s->block[k].layout.index) fail("MPI_MAXLOC or MPI_MINLOC reduces a datatype that is no pair", "use MPI_DOUBLE_INT");
    at = pack_places(s->block + k, s->base, wire, r->format, at);
  }
}

static void share_memory(struct record *r);

static void share(struct record *r) {
  if (r->op == OF_THE_PROGRAM) return share_memory(r);
  long each = given_by_one(r), bytes = size_of[r->format];
  r->given = memory((r->ranks + 1) * each * bytes);
  char *own = r->given + r->ranks * each * bytes;
  pack_with_places(r, &r->in, own);
  MPI_Iallgather(own, each, wire_type(r->format), r->given, each, wire_type(r->format), r->comm, &r->giving);
}

/* Of an extremum it is enough to know whose number it is. It is found once the result is known, which all ranks see at the same call if that waits: the lowest rank
   that gave just that. */
static int finds_owner(const struct record *r) { return r->op >= MAXIMUM && (r->kind == ALLREDUCE || r->kind == REDUCE); }

static void keep_given(struct record *r) {
  r->own = memory(given_by_one(r) * size_of[r->format]);
  pack_with_places(r, &r->in, r->own);
}

static int is_same(long double a, long double b) { return a == b || (a != a && b != b); }

static void find_owner(struct record *r) {
  long n = numbers_on(&r->in), each = given_by_one(r);
  char *result = memory(each * size_of[r->format]);
  if (r->kind == ALLREDUCE || r->rank == r->root) pack_with_places(r, &r->out, result);
  if (r->kind == REDUCE) MPI_Bcast(result, each, wire_type(r->format), r->root, r->comm);
  r->owner = memory(2 * n * sizeof(int));
  for (long k = 0; k < n; k++) {
    int is_own = is_same(number(r->own, r->format, k), number(result, r->format, k));
    if (has_places(r)) is_own &= is_same(number(r->own, r->format, n + k), number(result, r->format, n + k));
    r->owner[n + k] = is_own ? r->rank : r->ranks;
  }
  free(result), free(r->own);
  r->own = NULL;
  MPI_Iallreduce(r->owner + n, r->owner, n, MPI_INT, MPI_MIN, r->comm, &r->giving);
}

static long double given_number(const struct record *r, int rank, long k) {
  return number(r->given + rank * given_by_one(r) * size_of[r->format], r->format, k);
}

/* Is what rank a gave taken rather than what b gave, a later one? Of equal ones it is that with the lower place, or of the lower rank. */
static int is_taken(const struct record *r, long k, int a, int b) {
  long double x = given_number(r, a, k), y = given_number(r, b, k);
  if (x != y) return r->op == MAXIMUM || r->op == MAXIMUM_AND_PLACE ? !(y > x) : !(y < x);
  long n = numbers_on(&r->in);
  return !has_places(r) || given_number(r, a, n + k) <= given_number(r, b, n + k);
}

struct factor { long double real, imaginary; };

static int is_complex(const struct record *r) { return r->in.block->layout.complex && r->op == PRODUCT; }

/* The derivative of result k, of the first `ranks`, by what one of them gave. */
static struct factor factor(struct record *r, long k, int by, int ranks) {
  struct factor f = {1, 0};
  if (r->op == SUM_OF_NUMBERS) return f;
  MPI_Wait(&r->giving, MPI_STATUS_IGNORE);
  if (r->owner) {
    f.real = r->owner[k] == by;
    return f;
  }
  if (r->op != PRODUCT) {
    int taken = 0;
    for (int other = 1; other < ranks; other++)
      if (!is_taken(r, k, taken, other)) taken = other;
    f.real = taken == by;
    return f;
  }
  for (int other = 0; other < ranks; other++) {
    if (other == by) continue;
    struct factor x = {given_number(r, other, k), is_complex(r) ? given_number(r, other, k + 1) : 0};
    f = (struct factor){f.real * x.real - f.imaginary * x.imaginary, f.real * x.imaginary + f.imaginary * x.real};
  }
  return f;
}

/* Adds a product with a factor; with its conjugate, for adjoints. */
static void add_product(struct record *r, char *to, long at, struct factor f, const char *wire, long k, int sign) {
  long double a = number(wire, r->format, k);
  if (!is_complex(r)) {
    /* What was not taken adds nothing, whatever it is. */
    if (f.real != 0) put(to, r->format, at, number(to, r->format, at) + f.real * a);
    return;
  }
  long double b = number(wire, r->format, k + 1), i = sign * f.imaginary;
  put(to, r->format, at, number(to, r->format, at) + f.real * a - i * b);
  put(to, r->format, at + 1, number(to, r->format, at + 1) + f.real * b + i * a);
}

static int step_of(const struct record *r) { return 1 + is_complex(r); }

/* How many ranks a result of this one is made of. */
static int ranks_behind(const struct record *r) { return r->kind == SCAN ? r->rank + 1 : r->kind == EXSCAN ? r->rank : r->ranks; }

#include "own.h"

/* Adjoints of results become those of what this rank gave. */
static void scale(struct record *r, char *wire) {
  if (r->op == OF_THE_PROGRAM) return undo_operator(r, wire, NULL);
  long n = numbers_on(&r->in);
  char *scaled = memory(n * size_of[r->format]);
  for (long k = 0; k < n; k += step_of(r)) add_product(r, scaled, k, factor(r, k, r->rank, r->ranks), wire, k, -1);
  memcpy(wire, scaled, n * size_of[r->format]);
  free(scaled);
}

/* What the adjoint of the result of a scan adds to each rank. */
static char *spread(struct record *r, const char *wire, long n) {
  char *all = memory(r->ranks * n * size_of[r->format]);
  if (r->op == OF_THE_PROGRAM) {
    undo_operator(r, (char *)wire, all);
    return all;
  }
  for (int to = 0; to < ranks_behind(r); to++)
    for (long k = 0; k < n; k += step_of(r)) add_product(r, all, to * n + k, factor(r, k, to, ranks_behind(r)), wire, k, -1);
  return all;
}

static void begin_sharing_tangents(struct record *r, int lane) {
  long n = numbers_on(&r->in);
  free(r->got[lane]);
  r->got[lane] = memory(r->ranks * n * size_of[r->format]);
  MPI_Iallgather(r->sent[lane], n, wire_type(r->format), r->got[lane], n, wire_type(r->format), r->comm, r->requests + lane);
}

static void end_sharing_tangents(struct record *r, int lane) {
  long n = numbers_on(&r->in), wanted = numbers_on(&r->out), first = 0;
  for (int k = 0; r->kind == REDUCE_SCATTER && k < r->rank; k++) first += numbers_in(&r->in.block[k].layout);
  char *result = memory(wanted * size_of[r->format]);
  if (r->op == OF_THE_PROGRAM) operate_on_tangents(r, r->got[lane], result, first, wanted);
  for (int by = 0; r->op != OF_THE_PROGRAM && by < ranks_behind(r); by++)
    for (long k = 0; k < wanted; k += step_of(r))
      add_product(r, result, k, factor(r, first + k, by, ranks_behind(r)), r->got[lane] + by * n * size_of[r->format], first + k, 1);
  MPI_Wait(&r->giving, MPI_STATUS_IGNORE);
  free(r->got[lane]);
  r->got[lane] = result;
}
