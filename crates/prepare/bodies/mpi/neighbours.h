/* Collectives of neighbours, and files. The adjoint of the former is a message for each neighbour that gave something. */

/* Who gives to this rank, and to whom it gives. */
struct neighbours { int sources, destinations, *source, *destination; };

static struct neighbours neighbours_of(void *context, MPI_Comm comm) {
  struct neighbours n = {0};
  int kind, rank, weighted;
  MPI_Comm_rank(comm, &rank);
  MPI_Topo_test(comm, &kind);
  if (kind == MPI_CART) {
    int dimensions;
    MPI_Cartdim_get(comm, &dimensions);
    n.sources = n.destinations = 2 * dimensions;
    n.source = n.destination = take(context, 2 * dimensions * sizeof(int));
    for (int k = 0; k < dimensions; k++) MPI_Cart_shift(comm, k, 1, n.source + 2 * k, n.source + 2 * k + 1);
  } else if (kind == MPI_GRAPH) {
    MPI_Graph_neighbors_count(comm, rank, &n.sources);
    n.destinations = n.sources;
    n.source = n.destination = take(context, n.sources * sizeof(int));
    MPI_Graph_neighbors(comm, rank, n.sources, n.source);
  } else {
    MPI_Dist_graph_neighbors_count(comm, &n.sources, &n.destinations, &weighted);
    n.source = take(context, n.sources * sizeof(int)), n.destination = take(context, n.destinations * sizeof(int));
    int *weights = memory((n.sources + n.destinations) * sizeof(int));
    MPI_Dist_graph_neighbors(comm, n.sources, n.source, weights, n.destinations, n.destination, weights + n.sources);
    free(weights);
  }
  return n;
}

/* Where two ranks are neighbours more than once, as on a ring of two, libraries differ in which of the parts that go from one to the other is which. In a grid all ranks know
   that it is so: then the number of each part is sent with the very call that moves the parts. */
enum of_neighbours { IN_EQUAL_PARTS, IN_PARTS, IN_TYPED_PARTS, NOT_IN_PARTS };

static int is_twisted(MPI_Comm comm) {
  int kind, dimensions, twisted = 0;
  MPI_Topo_test(comm, &kind);
  if (kind != MPI_CART) return 0;
  MPI_Cartdim_get(comm, &dimensions);
  int *all = memory(3 * dimensions * sizeof(int));
  MPI_Cart_get(comm, dimensions, all, all + dimensions, all + 2 * dimensions);
  for (int k = 0; k < dimensions; k++) twisted |= all[k] <= 2 && all[dimensions + k];
  free(all);
  return twisted;
}

static void check_once(const int *rank, int count) {
  for (int k = 0; k < count; k++)
    for (int other = 0; other < k; other++)
      if (rank[k] == rank[other] && rank[k] != MPI_PROC_NULL)
        fail("parts are exchanged by neighbours in a graph that are so more than once", "send and receive them, with a tag for each");
}

/* Of the part that comes from each source: which one of the parts that this one sends it is. */
static int *numbers_of_parts(void *context, const struct neighbours *n, int how, int waits, MPI_Comm comm) {
  int most = n->sources > n->destinations ? n->sources : n->destinations, *ones = memory(most * sizeof(int)), *places = memory(most * sizeof(int));
  int *sent = memory(most * sizeof(int)), *got = take(context, most * sizeof(int));
  MPI_Aint *bytes = memory(most * sizeof *bytes);
  MPI_Datatype *types = memory(most * sizeof *types);
  MPI_Request request = MPI_REQUEST_NULL;
  for (int k = 0; k < most; k++) ones[k] = 1, places[k] = sent[k] = got[k] = k, bytes[k] = k * sizeof(int), types[k] = MPI_INT;
  if (how == IN_EQUAL_PARTS && waits) MPI_Neighbor_alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, comm);
  else if (how == IN_EQUAL_PARTS) MPI_Ineighbor_alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, comm, &request);
  else if (how == IN_PARTS && waits) MPI_Neighbor_alltoallv(sent, ones, places, MPI_INT, got, ones, places, MPI_INT, comm);
  else if (how == IN_PARTS) MPI_Ineighbor_alltoallv(sent, ones, places, MPI_INT, got, ones, places, MPI_INT, comm, &request);
  else if (waits) MPI_Neighbor_alltoallw(sent, ones, bytes, types, got, ones, bytes, types, comm);
  else MPI_Ineighbor_alltoallw(sent, ones, bytes, types, got, ones, bytes, types, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  free(ones), free(places), free(sent), free(bytes), free(types);
  return got;
}

static void start_parts(struct record *r) {
  if (r->ready) return;
  r->ready = 1;
  for (int k = r->count - 1; k >= 0; k--) r->ended[k]->start(r->ended[k]);
}

static void finish_parts(struct record *r) {
  start_parts(r);
  for (int k = r->count - 1; k >= 0; k--) r->ended[k]->finish(r->ended[k]);
}

static void complete_parts(struct record *r, MPI_Status *status) {
  (void)status;
  for (int k = 0; r->tangent && k < r->count; k++) end_tangents(r->ended[k]);
}

static void add_part(struct record *r, char **shadow, const struct block *b, int peer, int direction) {
  struct record *m = new_record(r->context, r->lanes, r->comm);
  m->tangent = r->tangent, m->peer = peer, m->direction = direction, m->bytes = -1, m->done = 1;
  m->of_neighbours = 1, m->tag = -2;
  m->start = start_message, m->finish = finish_message;
  if (peer != MPI_PROC_NULL) m->layout = b->layout;
  if (shadow) {
    m->shadow = take(r->context, r->lanes * sizeof *shadow);
    for (int k = 0; k < r->lanes; k++) m->shadow[k] = shadow[k] + b->offset;
  }
  r->ended[r->count++] = m;
  if (peer == MPI_PROC_NULL || !numbers_of_message(m)) return;
  if (r->tangent) begin_tangents(m);
  else enter_channel(m);
}

/* A part of a side for each neighbour. All get the same if there is one part. Those that come from one rank are in the order in which it sends them. */
static struct record *parts(void *context, void **tape, long lanes, MPI_Comm comm, const struct neighbours *n, struct side *in, struct side *out, int how, int waits) {
  struct record *r = new_record(context, lanes, comm);
  r->tangent = !tape, r->direction = COLLECTIVE, r->format = DOUBLE;
  r->start = start_parts, r->finish = finish_parts, r->complete = complete_parts, r->run = run_at_once;
  r->ended = take(context, (n->sources + n->destinations) * sizeof *r->ended);
  int *number = NULL, twisted = how != NOT_IN_PARTS && is_twisted(comm);
  if (twisted) number = numbers_of_parts(context, n, how, waits, comm);
  else if (how != NOT_IN_PARTS) check_once(n->destination, n->destinations), check_once(n->source, n->sources);
  for (int k = 0; k < n->destinations; k++) add_part(r, in->shadow, in->block + (how == NOT_IN_PARTS ? 0 : k), n->destination[k], SENT);
  for (int turn = 0; turn < (number ? n->sources : 1); turn++)
    for (int k = 0; k < n->sources; k++)
      if (!number || number[k] == turn) add_part(r, out->shadow, out->block + k, n->source[k], RECEIVED);
  if (tape) *tape = r;
  return r;
}

static struct record *make_neighbours(FIXED, struct half in, struct half out, int how, int waits, MPI_Comm comm) {
  struct neighbours n = neighbours_of(context, comm);
  struct record *model = new_record(context, lanes, comm);
  give_side(model, &model->in, from, in.data, how == NOT_IN_PARTS ? 1 : n.destinations, in.count, in.counts, in.places, in.type);
  give_side(model, &model->out, to, out.data, n.sources, out.count, out.counts, out.places, out.type);
  return parts(context, tape, lanes, comm, &n, &model->in, &model->out, how, waits);
}

/* Each part has a datatype of its own, and begins at a byte. */
static void give_typed_parts(struct record *r, struct side *s, void **shadow, const void *data, int n, const int *counts, const MPI_Aint *places, const MPI_Datatype *types) {
  s->base = (char *)data, s->shadow = shadows_of(r->context, shadow, data, r->lanes);
  s->blocks = n;
  s->block = take(r->context, n * sizeof *s->block);
  for (int k = 0; k < n; k++) {
    s->block[k] = (struct block){places[k], layout_of(r->context, types[k], counts[k], s == &r->out ? cells_to : cells_from, places[k])};
    check_part(r, s, k);
  }
}

static struct record *make_neighboursw(FIXED, const void *in, const int *counts, const MPI_Aint *places, const MPI_Datatype *types, void *out, const int *most, const MPI_Aint *starts, const MPI_Datatype *others, int waits, MPI_Comm comm) {
  struct neighbours n = neighbours_of(context, comm);
  struct record *model = new_record(context, lanes, comm);
  give_typed_parts(model, &model->in, from, in, n.destinations, counts, places, types);
  give_typed_parts(model, &model->out, to, out, n.sources, most, starts, others);
  struct record *r = parts(context, tape, lanes, comm, &n, &model->in, &model->out, IN_TYPED_PARTS, waits);
  return r;
}

#define OF_NEIGHBOURS(NAME, INAME, PARAMETERS, ARGUMENTS, MAKE)                          \
  int __zymase_mpi_##NAME(FIXED, UNPACKED PARAMETERS) {                                  \
    enum { WAITS = 1 };                                                                  \
    called = "MPI_" #NAME;                                                               \
    struct record *r = MAKE;                                                             \
    int error = MPI_##NAME(UNPACKED ARGUMENTS);                                          \
    r->complete(r, MPI_STATUS_IGNORE);                                                   \
    return error;                                                                        \
  }                                                                                      \
  int __zymase_mpi_##INAME(FIXED, UNPACKED PARAMETERS, MPI_Request *request) {           \
    enum { WAITS = 0 };                                                                  \
    called = "MPI_" #INAME;                                                              \
    struct record *r = MAKE;                                                             \
    int error = MPI_##INAME(UNPACKED ARGUMENTS, request);                                \
    r->run = run_finish;                                                                 \
    if (look(r->state->pending, *request)) make_unique(request);                         \
    remember(r, *request, &r->state->pending);                                           \
    return error;                                                                        \
  }
OF_NEIGHBOURS(Neighbor_allgather, Ineighbor_allgather, (const void *in, int count, MPI_Datatype type, void *out, int most, MPI_Datatype other, MPI_Comm comm),
              (in, count, type, out, most, other, comm), make_neighbours(ALL, WHOLE_OF(in, count, type), WHOLE_OF(out, most, other), NOT_IN_PARTS, WAITS, comm))
OF_NEIGHBOURS(Neighbor_alltoall, Ineighbor_alltoall, (const void *in, int count, MPI_Datatype type, void *out, int most, MPI_Datatype other, MPI_Comm comm),
              (in, count, type, out, most, other, comm), make_neighbours(ALL, WHOLE_OF(in, count, type), WHOLE_OF(out, most, other), IN_EQUAL_PARTS, WAITS, comm))
OF_NEIGHBOURS(Neighbor_allgatherv, Ineighbor_allgatherv, (const void *in, int count, MPI_Datatype type, void *out, const int *most, const int *starts, MPI_Datatype other, MPI_Comm comm),
              (in, count, type, out, most, starts, other, comm), make_neighbours(ALL, WHOLE_OF(in, count, type), PARTS_OF(out, most, starts, other), NOT_IN_PARTS, WAITS, comm))
OF_NEIGHBOURS(Neighbor_alltoallv, Ineighbor_alltoallv, (const void *in, const int *counts, const int *places, MPI_Datatype type, void *out, const int *most, const int *starts, MPI_Datatype other, MPI_Comm comm),
              (in, counts, places, type, out, most, starts, other, comm), make_neighbours(ALL, PARTS_OF(in, counts, places, type), PARTS_OF(out, most, starts, other), IN_PARTS, WAITS, comm))
OF_NEIGHBOURS(Neighbor_alltoallw, Ineighbor_alltoallw, (const void *in, const int *counts, const MPI_Aint *places, const MPI_Datatype *types, void *out, const int *most, const MPI_Aint *starts, const MPI_Datatype *others, MPI_Comm comm),
              (in, counts, places, types, out, most, starts, others, comm), make_neighboursw(ALL, in, counts, places, types, out, most, starts, others, WAITS, comm))

/* What is read from a file has no derivative. */
static void run_read(struct record *r) {
  for (int k = 0; r->shadow && k < r->lanes; k++) move_numbers(&r->layout, -1, r->shadow[k], NULL, r->layout.wire, CLEAR);
}

static void note_read(FIXED, void *data, int count, MPI_Datatype type) {
  (void)from;
  struct record *r = new_record(context, lanes, MPI_COMM_SELF);
  r->shadow = shadows_of(context, to, data, lanes), r->layout = layout_of(context, type, count, cells_to, 0), r->run = run_read;
  check_shadow(r, &r->layout, data, r->shadow);
  if (tape) *tape = r;
  else run_read(r);
}

#define READS(NAME)                                                                                              \
  int __zymase_mpi_##NAME(FIXED, void *file, void *data, int count, MPI_Datatype type, MPI_Status *status) {     \
    note_read(ALL, data, count, type);                                                                           \
    return MPI_##NAME(file, data, count, type, status);                                                          \
  }
#define READS_AT(NAME)                                                                                                       \
  int __zymase_mpi_##NAME(FIXED, void *file, long at, void *data, int count, MPI_Datatype type, MPI_Status *status) {        \
    note_read(ALL, data, count, type);                                                                                       \
    return MPI_##NAME(file, at, data, count, type, status);                                                                  \
  }
READS(File_read) READS(File_read_all) READS_AT(File_read_at) READS_AT(File_read_at_all)
