/* Messages from one rank to another.

   The adjoint of a message goes the other way, on the program's communicator, with its tag plus half of the largest tag: no receive with a
   tag of the program can take it. One with MPI_ANY_TAG could, while another rank is in its reverse sweep already: so in derivatives these look
   at a message before they take it, and what is an adjoint is put aside for the receive that will ask for it.

   Adjoints of one channel are sent and received in the opposite order of their messages, which is the order of the calls that began them on
   both sides, whatever the order in which these were waited for. A receive that must be posted before its turn is; a send that is ready before
   its turn waits. Nobody asks for the adjoint of a message before it asked for those of the later messages of the channel, so this
   blocks nobody. All adjoints are sent from memory of their own without waiting: the reverse sweep only waits for what others send, and they
   send it when they come to it, as the messages of the program came to be received. So it ends where the program did. */

/* Adjoints on their way. They outlive the derivative; what is left is waited for by MPI_Finalize. */
struct leaving { MPI_Request request; char *wire; struct leaving *next; };
static struct leaving *leaving;

static void see_off(int wait) {
  for (struct leaving **at = &leaving; *at;) {
    int gone = 1;
    struct leaving *one = *at;
    if (wait) MPI_Wait(&one->request, MPI_STATUS_IGNORE);
    else MPI_Test(&one->request, &gone, MPI_STATUS_IGNORE);
    if (!gone) { at = &one->next; continue; }
    *at = one->next;
    free(one->wire), free(one);
  }
}

static int see_all_off(MPI_Comm comm, int key, void *value, void *extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  see_off(1);
  return 0;
}

static int copy_nothing(MPI_Comm comm, int key, void *extra, void *in, void *out, int *copied) {
  (void)comm, (void)key, (void)extra, (void)in, (void)out;
  *copied = 0;
  return 0;
}

/* Sends bytes of our own without waiting. */
static void post(char *wire, long bytes, int peer, int tag, MPI_Comm comm) {
  static int key, has_key;
  if (!has_key) {
    has_key = 1;
    MPI_Comm_create_keyval(copy_nothing, see_all_off, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
  }
  see_off(0);
  struct leaving *one = memory(sizeof *one);
  *one = (struct leaving){.wire = wire, .next = leaving};
  leaving = one;
  MPI_Isend(wire, bytes, MPI_BYTE, peer, tag, comm, &one->request);
}

/* Half of the largest tag: from here on tags are ours. The standard promises the largest of the communicator of all ranks only. */
static int first_own_tag(void) {
  int *most = NULL, known = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most, &known);
  return known ? *most / 2 + 1 : 1 << 14;
}

static int own_tag(const struct record *r) {
  int first = first_own_tag();
  /* The largest tag is that of neighbours in a topology. */
  if (r->of_neighbours) return first + (first - 1);
  if (r->tag >= first - 1) fail("a message has a tag that is larger than half of the largest", "use smaller tags: derivatives use the larger half");
  return r->tag + first;
}

/* Messages of derivatives that came before they were asked for. */
struct early { MPI_Comm comm; int source, tag; char *wire; struct early *next; };
static struct early *early;

static void put_aside(MPI_Message *message, MPI_Status *status, MPI_Comm comm) {
  int bytes;
  MPI_Get_count(status, MPI_BYTE, &bytes);
  struct early *one = memory(sizeof *one), **last = &early;
  *one = (struct early){comm, status->MPI_SOURCE, status->MPI_TAG, memory(bytes), NULL};
  MPI_Mrecv(one->wire, bytes, MPI_BYTE, message, MPI_STATUS_IGNORE);
  while (*last) last = &(*last)->next;
  *last = one;
}

/* A message that was put aside, or one that will come. */
static void ask_for(struct record *r, long bytes, int tag) {
  r->requests[0] = MPI_REQUEST_NULL;
  for (struct early **at = &early; *at; at = &(*at)->next) {
    struct early *one = *at;
    if (one->comm != r->comm || one->source != r->peer || one->tag != tag) continue;
    free(r->sent[0]);
    r->sent[0] = one->wire;
    *at = one->next;
    free(one);
    return;
  }
  MPI_Irecv(r->sent[0], bytes, MPI_BYTE, r->peer, tag, r->comm, r->requests);
}

/* Looks for a message with any tag that is the program's; false if there is none, and it does not wait. */
static int find_message(int source, MPI_Comm comm, MPI_Message *message, MPI_Status *status, int wait) {
  for (;;) {
    int there = 1;
    if (wait) MPI_Mprobe(source, MPI_ANY_TAG, comm, message, status);
    else MPI_Improbe(source, MPI_ANY_TAG, comm, &there, message, status);
    if (!there) return 0;
    if (status->MPI_SOURCE == MPI_PROC_NULL || status->MPI_TAG < first_own_tag()) return 1;
    put_aside(message, status, comm);
  }
}

static int receive(void *data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  if (tag != MPI_ANY_TAG || source == MPI_PROC_NULL) return MPI_Recv(data, count, type, source, tag, comm, status);
  MPI_Message message;
  find_message(source, comm, &message, status, 1);
  return MPI_Mrecv(data, count, type, &message, status);
}

static long numbers_of_message(const struct record *r) { return move_numbers(&r->layout, r->bytes, NULL, NULL, r->layout.wire, PACK); }

static char *packed(struct record *r, long n, int move) {
  long bytes = n * size_of[r->layout.wire];
  char *wire = memory(r->lanes * bytes);
  for (int k = 0; r->shadow && k < r->lanes; k++) {
    move_numbers(&r->layout, r->bytes, r->shadow[k], wire + k * bytes, r->layout.wire, PACK);
    if (move == CLEAR) move_numbers(&r->layout, r->bytes, r->shadow[k], NULL, r->layout.wire, CLEAR);
  }
  return wire;
}

static void unpack(struct record *r, long n, int move) {
  long bytes = n * size_of[r->layout.wire];
  for (int k = 0; r->shadow && k < r->lanes; k++)
    move_numbers(&r->layout, r->bytes, r->shadow[k], r->sent[0] + k * bytes, r->layout.wire, move);
}

static void ask_for_numbers(struct record *r, long n) {
  long bytes = r->lanes * n * size_of[r->layout.wire];
  r->started = 1;
  r->sent[0] = memory(bytes);
  ask_for(r, bytes, own_tag(r));
}

static void answer(struct record *r, long n, int move) {
  int bytes, is_asked_for = r->requests[0] != MPI_REQUEST_NULL;
  MPI_Status status;
  MPI_Wait(r->requests, &status);
  if ((checks_messages() || r->layout.wire == RAW) && is_asked_for) {
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    if (bytes != r->lanes * n * size_of[r->layout.wire]) fail_in(r->name, "the message of its derivative has another size than that of the program", bytes);
  }
  unpack(r, n, move);
  free(r->sent[0]);
}

static void start_message(struct record *r) {
  long n = numbers_of_message(r);
  if (r->ready || r->peer == MPI_PROC_NULL || !n) return;
  if (r->direction == RECEIVED && !r->done)
    fail("a message is received with MPI_Irecv and not waited for in what is differentiated", "call MPI_Wait in the differentiated function");
  r->ready = 1;
  struct channel *c = channel_of(r);
  if (r->direction == SENT) {
    while (!r->started) {
      struct record *next = c->newest;
      c->newest = next->older;
      next->ready = 1;
      ask_for_numbers(next, numbers_of_message(next));
    }
    return;
  }
  r->sent[0] = packed(r, n, CLEAR);
  for (; c->newest && c->newest->ready; c->newest = c->newest->older) {
    struct record *next = c->newest;
    next->started = 1;
    post(next->sent[0], next->lanes * numbers_of_message(next) * size_of[next->layout.wire], next->peer, own_tag(next), next->comm);
  }
}

static void finish_message(struct record *r) {
  start_message(r);
  if (r->direction == SENT && r->started) answer(r, numbers_of_message(r), ADD);
}

/* In forward mode, the tangents of a message follow it; those of one with a partner that is known are asked for in the order of the messages. */
static void begin_tangents(struct record *r) {
  long n = numbers_of_message(r);
  if (r->peer == MPI_PROC_NULL || !n) return;
  if (r->direction == SENT) post(packed(r, n, PACK), r->lanes * n * size_of[r->layout.wire], r->peer, own_tag(r), r->comm);
  else ask_for_numbers(r, n);
}

static void end_tangents(struct record *r) {
  long n = numbers_of_message(r);
  if (r->direction == SENT || r->peer == MPI_PROC_NULL || !n) return;
  if (!r->started) ask_for_numbers(r, n);
  answer(r, n, SET);
}

/* The program finds that a message has come, or gone. */
static void complete_message(struct record *r, MPI_Status *status) {
  r->done = 1;
  if (r->direction == RECEIVED && r->peer != MPI_PROC_NULL) {
    int bytes;
    if (r->wild && status->MPI_TAG >= first_own_tag())
      fail("MPI_Irecv with MPI_ANY_TAG was given a message of another rank's derivative", "use MPI_Recv, or name the tag");
    MPI_Get_count(status, MPI_BYTE, &bytes);
    if (r->tangent && r->started && bytes != r->bytes) {
      r->bytes = bytes;
      if (!numbers_of_message(r)) fail("in forward mode, an empty message was received without waiting", "receive as much as is sent");
    }
    for (struct pending *p = r->state->pending; p; p = p->next)
      if (r->tangent && r->wild && p->record->wild && p->record->comm == r->comm && p->record->stamp < r->stamp)
        fail("in forward mode, receives from any rank that do not wait end in another order than they began", "name the rank, or wait for them in order");
    r->bytes = bytes, r->peer = status->MPI_SOURCE, r->tag = status->MPI_TAG;
  }
  if (r->tangent) end_tangents(r);
  else if (numbers_of_message(r) && r->peer != MPI_PROC_NULL && r->direction == RECEIVED) enter_channel(r);
}

static struct record *message(void *context, void **tape, long lanes, void **shadow, const void *data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, int direction) {
  struct record *r = new_record(context, lanes, comm);
  r->tangent = !tape;
  r->base = (char *)data, r->shadow = shadows_of(context, shadow, data, lanes);
  r->peer = peer, r->tag = tag, r->direction = direction, r->bytes = -1;
  r->wild = direction == RECEIVED && (peer == MPI_ANY_SOURCE || tag == MPI_ANY_TAG);
  if (peer != MPI_PROC_NULL && is_packed(type)) r->layout = packed_layout(context, data, count, direction);
  else if (peer != MPI_PROC_NULL) r->layout = layout_of(context, type, count, direction == SENT ? cells_from : cells_to, 0);
  if (direction == SENT) check_not_packed(context, &r->layout, data);
  check_shadow(r, &r->layout, r->base, r->shadow);
  r->start = start_message, r->finish = finish_message, r->complete = complete_message, r->run = run_at_once;
  if (tape) *tape = r;
  if (tape && direction == SENT && peer != MPI_PROC_NULL && numbers_of_message(r)) enter_channel(r);
  return r;
}

/* In forward mode, tangents leave after the message: who asks for any tag of this rank finds that first. */
static void follow(struct record *r) {
  if (r->tangent && r->direction == SENT) begin_tangents(r);
}

#define SENDS(NAME)                                                                                                        \
  int __zymase_mpi_##NAME(FIXED, const void *data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {       \
    called = "MPI_" #NAME;                                                                                                \
    struct record *r = message(context, tape, lanes, from, data, count, type, peer, tag, comm, SENT);                      \
    int error = MPI_##NAME(data, count, type, peer, tag, comm);                                                            \
    follow(r);                                                                                                             \
    return error;                                                                                                          \
  }
SENDS(Send) SENDS(Ssend) SENDS(Rsend) SENDS(Bsend)

int __zymase_mpi_Recv(FIXED, void *data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Status *status) {
  called = "MPI_Recv";
  MPI_Status own, *seen = status == MPI_STATUS_IGNORE ? &own : status;
  int error = receive(data, count, type, peer, tag, comm, seen);
  struct record *r = message(context, tape, lanes, to, data, count, type, peer, tag, comm, RECEIVED);
  complete_message(r, seen);
  return error;
}

#define SENDS_LATER(NAME)                                                                                                                      \
  int __zymase_mpi_##NAME(FIXED, const void *data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request *request) {     \
    called = "MPI_" #NAME;                                                                                                                    \
    struct record *r = message(context, tape, lanes, from, data, count, type, peer, tag, comm, SENT);                                          \
    int error = MPI_##NAME(data, count, type, peer, tag, comm, request);                                                                       \
    r->run = run_finish;                                                                                                                       \
    follow(r);                                                                                                                                 \
    remember(r, *request, &r->state->pending);                                                                                                 \
    return error;                                                                                                                              \
  }
SENDS_LATER(Isend) SENDS_LATER(Issend) SENDS_LATER(Irsend) SENDS_LATER(Ibsend)

static void begin_receive(struct record *r, MPI_Request request) {
  r->run = run_finish;
  remember(r, request, &r->state->pending);
  if (r->tangent && !r->wild) begin_tangents(r);
}

int __zymase_mpi_Irecv(FIXED, void *data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request *request) {
  called = "MPI_Irecv";
  int error = MPI_Irecv(data, count, type, peer, tag, comm, request);
  begin_receive(message(context, tape, lanes, to, data, count, type, peer, tag, comm, RECEIVED), *request);
  return error;
}

/* Both messages at once: what was received goes back, then what was sent comes back. */
static void run_exchange(struct record *r) {
  r->start(r), r->other->start(r->other);
  r->finish(r), r->other->finish(r->other);
}

static void exchanged(struct record *out, struct record *in, void **tape) {
  in->other = out, in->run = run_exchange;
  if (tape) *tape = in;
}

int __zymase_mpi_Sendrecv(FIXED, const void *out, int count, MPI_Datatype type, int peer, int tag, void *in, int most, MPI_Datatype kind, int source, int mark, MPI_Comm comm, MPI_Status *status) {
  called = "MPI_Sendrecv";
  MPI_Status own, *seen = status == MPI_STATUS_IGNORE ? &own : status;
  struct record *sent = message(context, tape, lanes, from, out, count, type, peer, tag, comm, SENT);
  int error;
  if (mark == MPI_ANY_TAG) {
    MPI_Request request;
    MPI_Isend(out, count, type, peer, tag, comm, &request);
    error = receive(in, most, kind, source, mark, comm, seen);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else error = MPI_Sendrecv(out, count, type, peer, tag, in, most, kind, source, mark, comm, seen);
  follow(sent);
  struct record *got = message(context, tape, lanes, to, in, most, kind, source, mark, comm, RECEIVED);
  complete_message(got, seen);
  exchanged(sent, got, tape);
  return error;
}

int __zymase_mpi_Sendrecv_replace(FIXED, void *data, int count, MPI_Datatype type, int peer, int tag, int source, int mark, MPI_Comm comm, MPI_Status *status) {
  called = "MPI_Sendrecv_replace";
  MPI_Status own, *seen = status == MPI_STATUS_IGNORE ? &own : status;
  struct record *sent = message(context, tape, lanes, from, data, count, type, peer, tag, comm, SENT);
  if (mark == MPI_ANY_TAG) fail("MPI_Sendrecv_replace takes a message of any tag", "name the tag");
  int error = MPI_Sendrecv_replace(data, count, type, peer, tag, source, mark, comm, seen);
  follow(sent);
  struct record *got = message(context, tape, lanes, from, data, count, type, source, mark, comm, RECEIVED);
  complete_message(got, seen);
  exchanged(sent, got, tape);
  return error;
}
