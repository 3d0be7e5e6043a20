/* Requests: what the program waits for, what it asks about, and what it begins again. */

/* The tape of a call that found these to have ended. */
static void note_ended(void *context, void **tape, struct record **ended, int count) {
  struct record *r = take(context, sizeof *r);
  r->run = run_ended;
  r->ended = take(context, count * sizeof *ended);
  for (int k = 0; k < count; k++)
    if (ended[k]) r->ended[r->count++] = ended[k];
  if (tape) *tape = r->count ? r : NULL;
}

/* What the requests at these places stood for, before the call; all, if no places are given. */
static void end_requests(void *context, void **tape, const MPI_Request *before, int count, const int *places, MPI_Status *seen) {
  struct state *state = state_of(context);
  struct record **ended = memory(count * sizeof *ended);
  for (int k = 0; k < count; k++) {
    MPI_Request request = before[places ? places[k] : k];
    ended[k] = request == MPI_REQUEST_NULL ? NULL : forget(&state->pending, request);
    if (ended[k]) ended[k]->complete(ended[k], seen + k);
  }
  note_ended(context, tape, ended, count);
  free(ended);
}

static MPI_Request *copy_requests(const MPI_Request *requests, int count) {
  MPI_Request *copy = memory(count * sizeof *copy);
  for (int k = 0; k < count; k++) copy[k] = requests[k];
  return copy;
}

/* Statuses of our own, if the program wants none. */
static MPI_Status *statuses_for(int count, MPI_Status *asked, int *own) {
  *own = asked == MPI_STATUSES_IGNORE;
  return *own ? memory(count * sizeof *asked) : asked;
}

#define BEFORE(COUNT, STATUSES)                                  \
  int own;                                                       \
  MPI_Request *before = copy_requests(requests, count);          \
  MPI_Status *seen = statuses_for(COUNT, STATUSES, &own);        \
  if (tape) *tape = NULL
#define AFTER                \
  free(before);              \
  if (own) free(seen);       \
  return error

int __zymase_mpi_Waitall(FIXED, int count, MPI_Request *requests, MPI_Status *statuses) {
  BEFORE(count, statuses);
  int error = MPI_Waitall(count, requests, seen);
  end_requests(context, tape, before, count, NULL, seen);
  AFTER;
}

int __zymase_mpi_Wait(FIXED, MPI_Request *request, MPI_Status *status) {
  return __zymase_mpi_Waitall(context, tape, lanes, from, to, 1, request, status);
}

int __zymase_mpi_Testall(FIXED, int count, MPI_Request *requests, int *flag, MPI_Status *statuses) {
  BEFORE(count, statuses);
  int error = MPI_Testall(count, requests, flag, seen);
  if (*flag) end_requests(context, tape, before, count, NULL, seen);
  AFTER;
}

int __zymase_mpi_Test(FIXED, MPI_Request *request, int *flag, MPI_Status *status) {
  return __zymase_mpi_Testall(context, tape, lanes, from, to, 1, request, flag, status);
}

int __zymase_mpi_Waitany(FIXED, int count, MPI_Request *requests, int *index, MPI_Status *status) {
  BEFORE(1, status);
  int error = MPI_Waitany(count, requests, index, seen);
  if (*index != MPI_UNDEFINED) end_requests(context, tape, before, 1, index, seen);
  AFTER;
}

int __zymase_mpi_Testany(FIXED, int count, MPI_Request *requests, int *index, int *flag, MPI_Status *status) {
  BEFORE(1, status);
  int error = MPI_Testany(count, requests, index, flag, seen);
  if (*flag && *index != MPI_UNDEFINED) end_requests(context, tape, before, 1, index, seen);
  AFTER;
}

int __zymase_mpi_Waitsome(FIXED, int count, MPI_Request *requests, int *ended, int *places, MPI_Status *statuses) {
  BEFORE(count, statuses);
  int error = MPI_Waitsome(count, requests, ended, places, seen);
  if (*ended != MPI_UNDEFINED) end_requests(context, tape, before, *ended, places, seen);
  AFTER;
}

int __zymase_mpi_Testsome(FIXED, int count, MPI_Request *requests, int *ended, int *places, MPI_Status *statuses) {
  BEFORE(count, statuses);
  int error = MPI_Testsome(count, requests, ended, places, seen);
  if (*ended != MPI_UNDEFINED) end_requests(context, tape, before, *ended, places, seen);
  AFTER;
}

/* The message is on its way, and nobody waits for it: in the reverse sweep it is waited for where it began. */
int __zymase_mpi_Request_free(FIXED, MPI_Request *request) {
  struct state *state = state_of(context);
  struct record *r = forget(&state->pending, *request);
  forget(&state->persistent, *request);
  if (r && r->direction != SENT) fail("a request to receive is freed before it has ended", "wait for it");
  if (tape) *tape = NULL;
  return MPI_Request_free(request);
}

/* Requests that are begun again and again. */
static void prepare(void *context, long lanes, void **shadow, const void *data, int count, MPI_Datatype type, int peer, int tag, int direction, MPI_Comm comm, MPI_Request request) {
  struct record *r = new_record(context, lanes, comm);
  r->base = (char *)data, r->shadow = shadows_of(context, shadow, data, lanes);
  r->peer = peer, r->tag = tag, r->direction = direction;
  if (is_packed(type)) fail("a persistent request sends or receives MPI_PACKED", "use MPI_Isend and MPI_Irecv");
  if (peer != MPI_PROC_NULL) r->layout = layout_of(context, type, count, direction == SENT ? cells_from : cells_to, 0);
  check_shadow(r, &r->layout, r->base, r->shadow);
  remember(r, request, &r->state->persistent);
}

/* Those that were made before the derivative began. The shadow of one is a request that was made for the shadow of its memory. */
struct noted { MPI_Request request; void *data; struct layout layout; int peer, tag, direction; MPI_Comm comm; struct noted *next; };
static struct noted *noted;

static struct noted *noted_as(MPI_Request request) {
  struct noted *n = noted;
  while (n && n->request != request) n = n->next;
  return n;
}

static void note(const void *data, int count, MPI_Datatype type, int peer, int tag, int direction, MPI_Comm comm, MPI_Request request) {
  struct noted *n = noted_as(request);
  if (!n) {
    n = memory(sizeof *n);
    n->next = noted, noted = n;
  }
  free(n->layout.run);
  struct layout none = {0};
  *n = (struct noted){request, (void *)data, peer == MPI_PROC_NULL ? none : layout_of(NULL, type, count, NULL, 0), peer, tag, direction, comm, n->next};
}

#define PREPARES(NAME, TYPE, SHADOW, DIRECTION)                                                                                            \
  int __zymase_mpi_##NAME(FIXED, TYPE data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request *request) {        \
    called = "MPI_" #NAME;                                                                                                                \
    int error = MPI_##NAME(data, count, type, peer, tag, comm, request);                                                                   \
    prepare(context, lanes, SHADOW, data, count, type, peer, tag, DIRECTION, comm, *request);                                              \
    if (tape) *tape = NULL;                                                                                                                \
    return error;                                                                                                                          \
  }                                                                                                                                        \
  int __zymase_mpi_note_##NAME(TYPE data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request *request) {          \
    int error = MPI_##NAME(data, count, type, peer, tag, comm, request);                                                                   \
    note(data, count, type, peer, tag, DIRECTION, comm, *request);                                                                         \
    return error;                                                                                                                          \
  }
PREPARES(Send_init, const void *, from, SENT)
PREPARES(Ssend_init, const void *, from, SENT)
PREPARES(Rsend_init, const void *, from, SENT)
PREPARES(Bsend_init, const void *, from, SENT)
PREPARES(Recv_init, void *, to, RECEIVED)

static void run_started(struct record *r) {
  for (int k = r->count - 1; k >= 0; k--) r->ended[k]->finish(r->ended[k]);
}

/* A request that was made before: `shadow` are those that stand in the shadow of the program's variable, one in each lane. */
static struct record *made_before(void *context, long lanes, MPI_Request request, const MPI_Request *shadow) {
  struct noted *n = noted_as(request);
  if (!n) fail("a persistent request is started that is not known", "call MPI_Send_init and MPI_Recv_init in the differentiated function, or in a file that is compiled with it");
  struct record *r = take(context, sizeof *r);
  r->lanes = lanes, r->comm = n->comm, r->base = n->data, r->layout = n->layout;
  r->peer = n->peer, r->tag = n->tag, r->direction = n->direction;
  if (shadow) check_bytes(&n->layout, (char **)&n->data);
  if (n->peer == MPI_PROC_NULL || !numbers_in(&n->layout)) return r;
  r->shadow = take(context, lanes * sizeof *r->shadow);
  for (long k = 0; k < lanes; k++) {
    struct noted *other = shadow && shadow[k] != request ? noted_as(shadow[k]) : NULL;
    if (!other || other->direction != n->direction || numbers_in(&other->layout) != numbers_in(&n->layout))
      fail("a persistent request is started that was made before the derivative began, and its shadow is none of as many numbers",
           "make one for the shadow of its memory in the shadow of the request, or call MPI_Send_init and MPI_Recv_init in the differentiated function");
    r->shadow[k] = other->data;
  }
  return r;
}

static struct record *begin_again(void *context, int tangent, long lanes, MPI_Request request, const MPI_Request *shadow) {
  struct state *state = state_of(context);
  struct record *model = look(state->persistent, request);
  if (!model) model = made_before(context, lanes, request, shadow);
  called = "MPI_Start";
  struct record *r = new_record(context, model->lanes, model->comm);
  r->tangent = tangent;
  r->base = model->base, r->shadow = model->shadow, r->layout = model->layout;
  r->peer = model->peer, r->tag = model->tag, r->direction = model->direction, r->bytes = -1;
  r->wild = r->direction == RECEIVED && (r->peer == MPI_ANY_SOURCE || r->tag == MPI_ANY_TAG);
  r->start = start_message, r->finish = finish_message, r->complete = complete_message;
  if (r->direction == SENT && r->peer != MPI_PROC_NULL && numbers_of_message(r)) {
    if (!tangent) enter_channel(r);
  }
  if (r->direction == RECEIVED) begin_receive(r, request);
  else remember(r, request, &state->pending);
  return r;
}

int __zymase_mpi_Startall(FIXED, int count, MPI_Request *requests) {
  struct record **begun = memory(count * sizeof *begun);
  for (int k = 0; k < count; k++) {
    MPI_Request *shadow = from ? take(context, lanes * sizeof *shadow) : NULL;
    for (long lane = 0; from && lane < lanes; lane++) shadow[lane] = from[lane] ? ((MPI_Request *)from[lane])[k] : MPI_REQUEST_NULL;
    begun[k] = begin_again(context, !tape, lanes, requests[k], shadow);
  }
  note_ended(context, tape, begun, count);
  if (tape && *tape) ((struct record *)*tape)->run = run_started;
  int error = MPI_Startall(count, requests);
  for (int k = 0; k < count; k++) follow(begun[k]);
  free(begun);
  return error;
}

int __zymase_mpi_Start(FIXED, MPI_Request *request) {
  return __zymase_mpi_Startall(context, tape, lanes, from, to, 1, request);
}

/* A look at a message. One with any tag passes over messages of derivatives. */
int __zymase_mpi_Iprobe(FIXED, int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
  MPI_Status own, *seen = status == MPI_STATUS_IGNORE ? &own : status;
  if (tape) *tape = NULL;
  for (;;) {
    int error = MPI_Iprobe(source, tag, comm, flag, seen);
    if (!*flag || tag != MPI_ANY_TAG || seen->MPI_SOURCE == MPI_PROC_NULL || seen->MPI_TAG < first_own_tag()) return error;
    MPI_Message message;
    MPI_Mprobe(seen->MPI_SOURCE, seen->MPI_TAG, comm, &message, seen);
    put_aside(&message, seen, comm);
  }
}

int __zymase_mpi_Probe(FIXED, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  int there = 0, error = 0;
  if (tag != MPI_ANY_TAG) {
    if (tape) *tape = NULL;
    return MPI_Probe(source, tag, comm, status);
  }
  while (!there) error = __zymase_mpi_Iprobe(context, tape, lanes, from, to, source, tag, comm, &there, status);
  return error;
}

static void keep_found(void *context, MPI_Message message, MPI_Comm comm, const MPI_Status *seen) {
  struct state *state = state_of(context);
  struct found *f = take(context, sizeof *f);
  *f = (struct found){message, comm, seen->MPI_SOURCE, seen->MPI_TAG, state->found};
  state->found = f;
}

int __zymase_mpi_Improbe(FIXED, int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status) {
  MPI_Status own, *seen = status == MPI_STATUS_IGNORE ? &own : status;
  int error = 0;
  if (tape) *tape = NULL;
  if (tag == MPI_ANY_TAG && source != MPI_PROC_NULL) *flag = find_message(source, comm, message, seen, 0);
  else error = MPI_Improbe(source, tag, comm, flag, message, seen);
  if (*flag) keep_found(context, *message, comm, seen);
  return error;
}

int __zymase_mpi_Mprobe(FIXED, int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
  MPI_Status own, *seen = status == MPI_STATUS_IGNORE ? &own : status;
  int error = 0;
  if (tape) *tape = NULL;
  if (tag == MPI_ANY_TAG && source != MPI_PROC_NULL) find_message(source, comm, message, seen, 1);
  else error = MPI_Mprobe(source, tag, comm, message, seen);
  keep_found(context, *message, comm, seen);
  return error;
}

static struct found *found_message(void *context, MPI_Message message) {
  for (struct found **at = &state_of(context)->found; *at; at = &(*at)->next)
    if ((*at)->message == message) {
      struct found *f = *at;
      *at = f->next;
      return f;
    }
  fail("a message is received that was not found in what is differentiated", "call MPI_Mprobe in the differentiated function");
  return NULL;
}

int __zymase_mpi_Mrecv(FIXED, void *data, int count, MPI_Datatype type, MPI_Message *message_, MPI_Status *status) {
  called = "MPI_Mrecv";
  MPI_Status own, *seen = status == MPI_STATUS_IGNORE ? &own : status;
  struct found *f = found_message(context, *message_);
  int error = MPI_Mrecv(data, count, type, message_, seen);
  complete_message(message(context, tape, lanes, to, data, count, type, f->source, f->tag, f->comm, RECEIVED), seen);
  return error;
}

int __zymase_mpi_Imrecv(FIXED, void *data, int count, MPI_Datatype type, MPI_Message *message_, MPI_Request *request) {
  called = "MPI_Imrecv";
  struct found *f = found_message(context, *message_);
  int error = MPI_Imrecv(data, count, type, message_, request);
  begin_receive(message(context, tape, lanes, to, data, count, type, f->source, f->tag, f->comm, RECEIVED), *request);
  return error;
}

/* A communicator that the program frees is used by the reverse sweep: it is freed where that comes to its beginning. */
int __zymase_mpi_Comm_free(FIXED, MPI_Comm *comm) {
  if (!tape) return MPI_Comm_free(comm);
  struct state *state = state_of(context);
  struct freed *f = take(context, sizeof *f);
  *f = (struct freed){*comm, state->freed};
  state->freed = f;
  *comm = MPI_COMM_NULL;
  *tape = NULL;
  return 0;
}

static void run_made(struct record *r) {
  for (struct freed **at = &r->state->freed; *at; at = &(*at)->next)
    if ((*at)->comm == r->comm) {
      *at = (*at)->next;
      MPI_Comm_free(&r->comm);
      return;
    }
}

/* The tape of a call that made a communicator. */
void *__zymase_mpi_made(void *context, MPI_Comm *comm) {
  struct record *r = new_record(context, 0, *comm);
  r->run = run_made;
  return r;
}

void __zymase_mpi_back(void *tape) {
  struct record *r = tape;
  if (!r) return;
  if (r->used) fail("the reverse sweep of a function that calls MPI runs twice with the same tape", "run the forward sweep again");
  r->used = 1;
  r->run(r);
}
