/* Collectives. Each is a linear map of what the ranks give to what they get, once the factors of operators such as MPI_PROD and MPI_MAX are
   known (operators.h). The adjoint is another collective with as much data: a broadcast becomes a sum, a gather a scatter. It is
   started where the program waited, and ends where the program began; ranks that wait in another order start in the opposite
   order of the calls that began all the same, as messages do (point.h). */

enum collective { BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN, REDUCE_SCATTER, GATHER, SCATTER, ALLGATHER, ALLTOALL };

static long numbers_on(const struct side *s) {
  long n = 0;
  for (int k = 0; k < s->blocks; k++) n += numbers_in(&s->block[k].layout);
  return n;
}

static void widen(const struct side *s, int *format) {
  for (int k = 0; k < s->blocks; k++)
    if (s->block[k].layout.wire > *format) *format = s->block[k].layout.wire;
}

/* Moves the numbers of all parts. */
static void move_side(const struct side *s, char *base, char *wire, int format, int move) {
  for (int k = 0; k < s->blocks; k++) {
    const struct block *b = s->block + k;
    long moved = move_numbers(&b->layout, -1, base + b->offset, wire, format, move);
    if (wire) wire += moved * size_of[format];
  }
}

static char *pack_side(struct record *r, const struct side *s, int lane, int clear) {
  char *wire = memory(numbers_on(s) * size_of[r->format]);
  if (!s->shadow) return wire;
  move_side(s, s->shadow[lane], wire, r->format, PACK);
  if (clear) move_side(s, s->shadow[lane], NULL, r->format, CLEAR);
  return wire;
}

/* How many numbers each part has, and where it begins: as long as the operation needs them. */
static int *counts_of(struct record *r, const struct side *s, int **places) {
  int *counts = take(r->context, 2 * s->blocks * sizeof(int)), at = 0;
  *places = counts + s->blocks;
  for (int k = 0; k < s->blocks; k++) {
    counts[k] = numbers_in(&s->block[k].layout);
    (*places)[k] = at;
    at += counts[k];
  }
  return counts;
}

#include "operators.h"

/* Of one rank, what is given is what is got. (Some libraries forget that where they do not wait.) */
static void keep_own(struct record *r, const struct side *given, int lane) {
  memcpy(r->got[lane], r->sent[lane], numbers_on(given) * size_of[r->format]);
  r->requests[lane] = MPI_REQUEST_NULL;
}

static void transpose(struct record *r, int lane) {
  if (r->ranks == 1) return keep_own(r, &r->out, lane);
  MPI_Datatype type = wire_type(r->format);
  MPI_Request *q = r->requests + lane;
  MPI_Comm comm = r->comm;
  long in = numbers_on(&r->in), out = numbers_on(&r->out);
  int *in_counts = r->in_counts, *in_places = r->in_places, *out_counts = r->out_counts, *out_places = r->out_places;
  char *given = r->sent[lane], *got = r->got[lane];
  switch (r->kind) {
    case BCAST:
      if (r->format != RAW) MPI_Ireduce(given, got, out, type, MPI_SUM, r->root, comm, q);
      else MPI_Igather(given, out, type, got, out, type, r->root, comm, q);
      break;
    case REDUCE:
      if (r->rank == r->root) r->got[lane] = given, r->sent[lane] = got;
      MPI_Ibcast(r->got[lane], in, type, r->root, comm, q);
      break;
    case ALLREDUCE: MPI_Iallreduce(given, got, in, type, MPI_SUM, comm, q); break;
    case SCAN:
    case EXSCAN:
      r->sent[lane] = spread(r, given, in);
      free(given);
      MPI_Ireduce_scatter_block(r->sent[lane], got, in, type, MPI_SUM, comm, q);
      break;
    case REDUCE_SCATTER: MPI_Iallgatherv(given, out, type, got, in_counts, in_places, type, comm, q); break;
    case GATHER: MPI_Iscatterv(given, out_counts, out_places, type, got, in, type, r->root, comm, q); break;
    case SCATTER: MPI_Igatherv(given, out, type, got, in_counts, in_places, type, r->root, comm, q); break;
    case ALLGATHER: MPI_Ireduce_scatter(given, got, out_counts, type, MPI_SUM, comm, q); break;
    case ALLTOALL: MPI_Ialltoallv(given, out_counts, out_places, type, got, in_counts, in_places, type, comm, q); break;
  }
}

static void apply(struct record *r, int lane) {
  if (r->ranks == 1) return keep_own(r, &r->out, lane);
  MPI_Datatype type = wire_type(r->format);
  MPI_Request *q = r->requests + lane;
  MPI_Comm comm = r->comm;
  long in = numbers_on(&r->in), out = numbers_on(&r->out);
  int *in_counts = r->in_counts, *in_places = r->in_places, *out_counts = r->out_counts, *out_places = r->out_places;
  char *given = r->sent[lane], *got = r->got[lane];
  if (r->op > SUM_OF_NUMBERS) return begin_sharing_tangents(r, lane);
  switch (r->kind) {
    case BCAST:
      if (r->rank == r->root) r->got[lane] = given, r->sent[lane] = got;
      MPI_Ibcast(r->got[lane], out, type, r->root, comm, q);
      break;
    case REDUCE: MPI_Ireduce(given, got, in, type, MPI_SUM, r->root, comm, q); break;
    case ALLREDUCE: MPI_Iallreduce(given, got, in, type, MPI_SUM, comm, q); break;
    case SCAN: MPI_Iscan(given, got, in, type, MPI_SUM, comm, q); break;
    case EXSCAN: MPI_Iexscan(given, got, in, type, MPI_SUM, comm, q); break;
    case REDUCE_SCATTER: MPI_Ireduce_scatter(given, got, in_counts, type, MPI_SUM, comm, q); break;
    case GATHER: MPI_Igatherv(given, in, type, got, out_counts, out_places, type, r->root, comm, q); break;
    case SCATTER: MPI_Iscatterv(given, in_counts, in_places, type, got, out, type, r->root, comm, q); break;
    case ALLGATHER: MPI_Iallgatherv(given, in, type, got, out_counts, out_places, type, comm, q); break;
    case ALLTOALL: MPI_Ialltoallv(given, in_counts, in_places, type, got, out_counts, out_places, type, comm, q); break;
  }
}

/* Does it move any number? All ranks agree, as they agree in the types. */
static int moves_numbers(const struct record *r) { return r->format != WHOLE; }

static void make_room(struct record *r, const struct side *given, const struct side *got, int clear) {
  for (int k = 0; k < r->lanes; k++) {
    r->sent[k] = pack_side(r, given, k, clear);
    r->got[k] = memory((r->format == RAW ? r->ranks : 1) * (numbers_on(got) + numbers_on(given)) * size_of[r->format]);
  }
}

static void start_collective(struct record *r) {
  if (!moves_numbers(r) || r->ready) return;
  r->ready = 1;
  make_room(r, &r->out, &r->in, 1);
  struct channel *c = channel_of(r);
  for (; c->newest && c->newest->ready; c->newest = c->newest->older) {
    c->newest->started = 1;
    for (int k = 0; k < c->newest->lanes; k++) transpose(c->newest, k);
  }
}

static void finish_collective(struct record *r) {
  if (!moves_numbers(r)) return;
  start_collective(r);
  for (int k = 0; k < r->lanes; k++) {
    MPI_Wait(r->requests + k, MPI_STATUS_IGNORE);
    if (r->op > SUM_OF_NUMBERS && r->ranks > 1 && r->kind != SCAN && r->kind != EXSCAN) scale(r, r->got[k]);
    /* What was packed cannot be added up on the way. */
    int parts = r->format == RAW ? r->ranks : 1;
    for (int part = 0; r->in.shadow && part < parts; part++) move_side(&r->in, r->in.shadow[k], r->got[k] + part * numbers_on(&r->in), r->format, ADD);
    free(r->sent[k]), free(r->got[k]);
  }
  if (r->given || r->owner) MPI_Wait(&r->giving, MPI_STATUS_IGNORE);
  free(r->given), free(r->owner);
}

/* In forward mode the tangents go the way of the values. */
static void complete_collective(struct record *r, MPI_Status *status) {
  (void)status;
  if (!r->tangent || !moves_numbers(r)) return;
  for (int k = 0; k < r->lanes; k++) {
    MPI_Wait(r->requests + k, MPI_STATUS_IGNORE);
    if (r->op > SUM_OF_NUMBERS && r->ranks > 1) end_sharing_tangents(r, k);
    if (r->out.shadow) move_side(&r->out, r->out.shadow[k], r->got[k], r->format, SET);
    free(r->sent[k]), free(r->got[k]);
  }
  free(r->given);
}

static struct record *collective(void *context, long lanes, MPI_Comm comm, int kind, int root) {
  int between;
  MPI_Comm_test_inter(comm, &between);
  if (between) fail("a collective is called on an intercommunicator", "call it on an intracommunicator, as of MPI_Intercomm_merge");
  struct record *r = new_record(context, lanes, comm);
  MPI_Comm_size(comm, &r->ranks), MPI_Comm_rank(comm, &r->rank);
  r->kind = kind, r->root = root, r->direction = COLLECTIVE;
  r->start = start_collective, r->finish = finish_collective, r->complete = complete_collective;
  return r;
}

static void check_part(const struct record *r, const struct side *s, int k) {
  check_not_packed(r->context, &s->block[k].layout, s->base + s->block[k].offset);
  if (!checks_messages()) return check_bytes(&s->block[k].layout, s->shadow);
  char **shadow = s->shadow ? take(r->context, r->lanes * sizeof *shadow) : NULL;
  for (int lane = 0; shadow && lane < r->lanes; lane++) shadow[lane] = s->shadow[lane] + s->block[k].offset;
  check_shadow(r, &s->block[k].layout, s->base + s->block[k].offset, shadow);
}

/* One side: `blocks` parts of a datatype; part k has `count`, or counts[k], elements, and begins at places[k], or behind part k - 1. */
static void give_side(struct record *r, struct side *s, void **shadow, const void *memory_of, int blocks, int count, const int *counts, const int *places, MPI_Datatype type) {
  s->base = (char *)memory_of, s->shadow = shadows_of(r->context, shadow, memory_of, r->lanes);
  s->blocks = blocks;
  s->block = take(r->context, blocks * sizeof *s->block);
  if (is_packed(type)) {
    if (r->kind != BCAST) fail("MPI_PACKED is moved by a collective other than MPI_Bcast", "use messages, or send the numbers with a datatype");
    s->block->layout = packed_layout(r->context, memory_of, count, r->rank == r->root ? SENT : RECEIVED);
    return;
  }
  const struct cells *known = s == &r->out ? cells_to : cells_from;
  struct layout one = layout_of(r->context, type, 1, is_bytes(type) ? NULL : known, 0);
  if (one.asked && one.numbers && one.extent % known->stride) fail("a datatype that is made of MPI_BYTE does not end where elements of its buffer end", "make it of the types of its parts");
  long at = 0;
  for (int k = 0; k < blocks; k++) {
    s->block[k].layout = one;
    s->block[k].layout.repeat = counts ? counts[k] : count;
    s->block[k].offset = (places ? places[k] : at) * one.extent;
    if (known && is_bytes(type)) s->block[k].layout = layout_of(r->context, type, counts ? counts[k] : count, known, s->block[k].offset);
    at += counts ? counts[k] : count;
    check_part(r, s, k);
  }
}

/* All is known: the program makes the call. */
static void enter(struct record *r, void **tape, MPI_Op op, int waits) {
  r->tangent = !tape;
  widen(&r->in, &r->format), widen(&r->out, &r->format);
  if (tape) *tape = moves_numbers(r) ? r : NULL;
  if (!moves_numbers(r)) return;
  r->op = code_of(r, op);
  r->in_counts = counts_of(r, &r->in, &r->in_places), r->out_counts = counts_of(r, &r->out, &r->out_places);
  if (r->ranks > 1 && tape && waits && finds_owner(r)) keep_given(r);
  else if (r->op > SUM_OF_NUMBERS && r->ranks > 1) share(r);
  if (tape) { enter_channel(r); return; }
  make_room(r, &r->in, &r->out, 0);
  for (int k = 0; k < r->lanes; k++) apply(r, k);
}

static int ask_nothing(void *extra, MPI_Status *status) {
  (void)extra;
  MPI_Status_set_elements(status, MPI_BYTE, 0);
  MPI_Status_set_cancelled(status, 0);
  return 0;
}
static int free_nothing(void *extra) { (void)extra; return 0; }
static int cancel_nothing(void *extra, int done) { (void)extra, (void)done; return 0; }

/* What has ended at once may have the same request as others that have: it gets one of its own. */
static void make_unique(MPI_Request *request) {
  MPI_Wait(request, MPI_STATUS_IGNORE);
  MPI_Grequest_start(ask_nothing, free_nothing, cancel_nothing, NULL, request);
  MPI_Grequest_complete(*request);
}

#define NO_OP MPI_SUM
/* Defines a collective and the one that does not wait. */
#define COLLECTIVES(NAME, INAME, PARAMETERS, ARGUMENTS, MAKE, OP)                        \
  int __zymase_mpi_##NAME(FIXED, UNPACKED PARAMETERS) {                                  \
    called = "MPI_" #NAME;                                                               \
    struct record *r = MAKE;                                                             \
    enter(r, tape, OP, 1);                                                               \
    int error = MPI_##NAME(UNPACKED ARGUMENTS);                                          \
    if (r->own) find_owner(r);                                                           \
    r->run = run_at_once;                                                                \
    r->complete(r, MPI_STATUS_IGNORE);                                                   \
    return error;                                                                        \
  }                                                                                      \
  int __zymase_mpi_##INAME(FIXED, UNPACKED PARAMETERS, MPI_Request *request) {           \
    called = "MPI_" #INAME;                                                              \
    struct record *r = MAKE;                                                             \
    enter(r, tape, OP, 0);                                                               \
    int error = MPI_##INAME(UNPACKED ARGUMENTS, request);                                \
    r->run = run_finish;                                                                 \
    if (r->ranks == 1) make_unique(request);                                             \
    remember(r, *request, &r->state->pending);                                           \
    return error;                                                                        \
  }
#define UNPACKED(...) __VA_ARGS__

static struct record *make_bcast(FIXED, void *data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  (void)tape, (void)from;
  struct record *r = collective(context, lanes, comm, BCAST, root);
  give_side(r, &r->out, to, data, 1, count, NULL, NULL, type);
  if (r->rank == root) r->in = r->out;
  return r;
}

/* A reduction of `total` elements, of which a rank gets `count` (or counts[k]). */
static struct record *make_reduction(FIXED, const void *in, void *out, int kind, int count, const int *counts, MPI_Datatype type, int root, MPI_Comm comm) {
  (void)tape;
  struct record *r = collective(context, lanes, comm, kind, root);
  int in_place = in == MPI_IN_PLACE, parts = kind == REDUCE_SCATTER ? r->ranks : 1;
  int gets = !(kind == REDUCE && r->rank != root) && !(kind == EXSCAN && r->rank == 0);
  give_side(r, &r->in, in_place ? to : from, in_place ? out : in, parts, count, counts, NULL, type);
  r->type = type;
  if (gets) give_side(r, &r->out, to, out, 1, counts ? counts[r->rank] : count, NULL, NULL, type);
  return r;
}

/* `in` goes as a whole, or in parts; `out` comes in parts, or as a whole. */
struct half { const void *data; int count; const int *counts, *places; MPI_Datatype type; };

static struct record *make_movement(FIXED, int kind, struct half in, struct half out, int root, MPI_Comm comm) {
  (void)tape;
  struct record *r = collective(context, lanes, comm, kind, root);
  int in_parts = kind == SCATTER || kind == ALLTOALL ? r->ranks : 1, out_parts = kind == GATHER || kind == ALLGATHER || kind == ALLTOALL ? r->ranks : 1;
  int gives = kind != SCATTER || r->rank == root, gets = kind != GATHER || r->rank == root;
  if (gets && out.data != MPI_IN_PLACE) give_side(r, &r->out, to, out.data, out_parts, out.count, out.counts, out.places, out.type);
  if (gives && in.data != MPI_IN_PLACE) give_side(r, &r->in, from, in.data, in_parts, in.count, in.counts, in.places, in.type);
  if (in.data == MPI_IN_PLACE) {
    r->in = r->out;
    if (kind != ALLTOALL) r->in.block = r->out.block + r->rank, r->in.blocks = 1;
  }
  if (out.data == MPI_IN_PLACE) r->out = r->in, r->out.block = r->in.block + r->rank, r->out.blocks = 1;
  return r;
}

#define ALL context, tape, lanes, from, to
COLLECTIVES(Bcast, Ibcast, (void *data, int count, MPI_Datatype type, int root, MPI_Comm comm), (data, count, type, root, comm), make_bcast(ALL, data, count, type, root, comm), NO_OP)
#define REDUCES(NAME, INAME, KIND)                                                                                                \
  COLLECTIVES(NAME, INAME, (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),                   \
              (in, out, count, type, op, comm), make_reduction(ALL, in, out, KIND, count, NULL, type, 0, comm), op)
REDUCES(Allreduce, Iallreduce, ALLREDUCE)
REDUCES(Scan, Iscan, SCAN)
REDUCES(Exscan, Iexscan, EXSCAN)
REDUCES(Reduce_scatter_block, Ireduce_scatter_block, REDUCE_SCATTER)
COLLECTIVES(Reduce, Ireduce, (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm), (in, out, count, type, op, root, comm),
            make_reduction(ALL, in, out, REDUCE, count, NULL, type, root, comm), op)
COLLECTIVES(Reduce_scatter, Ireduce_scatter, (const void *in, void *out, const int *counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm), (in, out, counts, type, op, comm),
            make_reduction(ALL, in, out, REDUCE_SCATTER, 0, counts, type, 0, comm), op)

#define WHOLE_OF(data, count, type) ((struct half){data, count, NULL, NULL, type})
#define PARTS_OF(data, counts, places, type) ((struct half){data, 0, counts, places, type})
#define MOVES_TO_ROOT(NAME, INAME, KIND)                                                                                                                     \
  COLLECTIVES(NAME, INAME, (const void *in, int count, MPI_Datatype type, void *out, int most, MPI_Datatype other, int root, MPI_Comm comm),                 \
              (in, count, type, out, most, other, root, comm), make_movement(ALL, KIND, WHOLE_OF(in, count, type), WHOLE_OF(out, most, other), root, comm), NO_OP)
#define MOVES(NAME, INAME, KIND)                                                                                                                   \
  COLLECTIVES(NAME, INAME, (const void *in, int count, MPI_Datatype type, void *out, int most, MPI_Datatype other, MPI_Comm comm),                 \
              (in, count, type, out, most, other, comm), make_movement(ALL, KIND, WHOLE_OF(in, count, type), WHOLE_OF(out, most, other), 0, comm), NO_OP)
MOVES_TO_ROOT(Gather, Igather, GATHER)
MOVES_TO_ROOT(Scatter, Iscatter, SCATTER)
MOVES(Allgather, Iallgather, ALLGATHER)
MOVES(Alltoall, Ialltoall, ALLTOALL)
COLLECTIVES(Gatherv, Igatherv, (const void *in, int count, MPI_Datatype type, void *out, const int *counts, const int *places, MPI_Datatype other, int root, MPI_Comm comm),
            (in, count, type, out, counts, places, other, root, comm), make_movement(ALL, GATHER, WHOLE_OF(in, count, type), PARTS_OF(out, counts, places, other), root, comm), NO_OP)
COLLECTIVES(Scatterv, Iscatterv, (const void *in, const int *counts, const int *places, MPI_Datatype type, void *out, int most, MPI_Datatype other, int root, MPI_Comm comm),
            (in, counts, places, type, out, most, other, root, comm), make_movement(ALL, SCATTER, PARTS_OF(in, counts, places, type), WHOLE_OF(out, most, other), root, comm), NO_OP)
COLLECTIVES(Allgatherv, Iallgatherv, (const void *in, int count, MPI_Datatype type, void *out, const int *counts, const int *places, MPI_Datatype other, MPI_Comm comm),
            (in, count, type, out, counts, places, other, comm), make_movement(ALL, ALLGATHER, WHOLE_OF(in, count, type), PARTS_OF(out, counts, places, other), 0, comm), NO_OP)
COLLECTIVES(Alltoallv, Ialltoallv, (const void *in, const int *counts, const int *places, MPI_Datatype type, void *out, const int *most, const int *starts, MPI_Datatype other, MPI_Comm comm),
            (in, counts, places, type, out, most, starts, other, comm), make_movement(ALL, ALLTOALL, PARTS_OF(in, counts, places, type), PARTS_OF(out, most, starts, other), 0, comm), NO_OP)

/* Each part has a datatype of its own, and begins at a byte. */
static void give_parts(struct record *r, struct side *s, void **shadow, const void *data, const int *counts, const int *places, const MPI_Datatype *types) {
  s->base = (char *)data, s->shadow = shadows_of(r->context, shadow, data, r->lanes);
  s->blocks = r->ranks;
  s->block = take(r->context, r->ranks * sizeof *s->block);
  for (int k = 0; k < r->ranks; k++) {
    s->block[k] = (struct block){places[k], layout_of(r->context, types[k], counts[k], s == &r->out ? cells_to : cells_from, places[k])};
    check_part(r, s, k);
  }
}

static struct record *make_alltoallw(FIXED, const void *in, const int *counts, const int *places, const MPI_Datatype *types, void *out, const int *most, const int *starts, const MPI_Datatype *others, MPI_Comm comm) {
  (void)tape;
  struct record *r = collective(context, lanes, comm, ALLTOALL, 0);
  /* Other ranks may exchange other types, and all must agree in the format. */
  r->format = EXTENDED;
  give_parts(r, &r->out, to, out, most, starts, others);
  if (in == MPI_IN_PLACE) r->in = r->out;
  else give_parts(r, &r->in, from, in, counts, places, types);
  return r;
}
COLLECTIVES(Alltoallw, Ialltoallw, (const void *in, const int *counts, const int *places, const MPI_Datatype *types, void *out, const int *most, const int *starts, const MPI_Datatype *others, MPI_Comm comm),
            (in, counts, places, types, out, most, starts, others, comm), make_alltoallw(ALL, in, counts, places, types, out, most, starts, others, comm), NO_OP)
