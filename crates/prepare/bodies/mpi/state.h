/* What derivatives know of the messages of one derivative call. */

struct record;

/* Messages in one direction, to or from one rank, with one tag, whose adjoints have not been sent yet; the one that was sent last is
   first. Collectives of a communicator are such a sequence, too. */
struct channel {
  MPI_Comm comm;
  int peer, tag, direction;
  struct record *newest;
  struct channel *next;
};
enum direction { SENT, RECEIVED, COLLECTIVE };

/* A request that the program holds, and what it stands for. */
struct pending {
  MPI_Request request;
  struct record *record;
  struct pending *next;
};

/* What MPI_Mprobe has found: the message, and the communicator it came by. */
struct found {
  MPI_Message message;
  MPI_Comm comm;
  int source, tag;
  struct found *next;
};

/* A communicator that the program has freed, which the reverse sweep still uses. */
struct freed {
  MPI_Comm comm;
  struct freed *next;
};

/* Memory of MPI_Alloc_mem that the program has freed, which the reverse sweep still uses. */
struct unused {
  void *memory;
  struct unused *next;
};

struct state {
  struct channel *channels;
  struct pending *pending, *persistent;
  struct found *found;
  struct freed *freed;
  struct unused *unused;
  struct window *windows;
  struct packed *packed, *arrived;
  long stamp;
};

/* Parts of a buffer, each with the numbers that one rank gets or gives. */
struct block { long offset; struct layout layout; };
struct side {
  /* The primal memory, and the shadows of each lane; none, if the program has none. */
  char *base, **shadow;
  struct block *block;
  int blocks;
};

/* A message or a collective. */
struct record {
  /* What the reverse sweep does where the program made the call. */
  void (*run)(struct record *);
  /* What it does where the program waited for it, and where the program began it. */
  void (*start)(struct record *), (*finish)(struct record *);
  /* What is to be done when the program finds that it has ended. */
  void (*complete)(struct record *, MPI_Status *);
  void *context;
  /* The call of the program. */
  const char *name;
  struct state *state;
  struct record *older;
  /* Which one it is of all, and whether it can be, and has been, started in the reverse sweep. */
  long stamp;
  int ready, started, lanes, tangent, used;
  MPI_Comm comm;
  /* A message: its partner, and how many bytes came. A wildcard is known when the message is there. */
  int peer, tag, direction, wild, done;
  /* Whether it is one of neighbours in a topology. */
  int of_neighbours;
  long bytes;
  struct layout layout;
  char *base, **shadow;
  struct record *other;
  /* A collective. */
  int kind, root, op, ranks, rank, format;
  struct side in, out;
  int *in_counts, *in_places, *out_counts, *out_places;
  /* What all ranks gave, of operators that are not linear; and of one that the program made, its functions and the datatype. */
  char *given;
  const struct made *made;
  MPI_Datatype type;
  MPI_Request giving;
  /* What this rank gave, and the rank whose number each result is, where that is found after the call. */
  char *own;
  int *owner;
  /* What is on its way, in each lane. */
  char **sent, **got;
  MPI_Request *requests;
  /* What is done in memory of another rank, before the next fence: where, and the operation before it. */
  struct window *window;
  struct block there;
  struct record *before;
  /* Those that a call found to have ended. */
  struct record **ended;
  int count;
};

#define FIXED void *context, void **tape, long lanes, void **from, void **to

static char state_key;

static struct state *state_of(void *context) { return __zymase_global_shadow(context, &state_key, sizeof(struct state), 0); }

static void *take(void *context, long bytes) {
  char *found = __zymase_allocate(context, bytes > 0 ? bytes : 1);
  for (long k = 0; k < bytes; k++) found[k] = 0;
  return found;
}

/* The call of the program that is made now. */
static const char *called = "";

/* Does the user ask that sizes be checked? */
static int checks_messages(void) {
  static int is_known, is_wanted;
  const char *said = is_known ? NULL : getenv("ZYMASE_CHECK_MESSAGES");
  if (said) is_wanted = *said && *said != '0';
  is_known = 1;
  return is_wanted;
}

static void fail_in(const char *name, const char *what, long bytes) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  dprintf(2, "zymase: %s on rank %d: %s (%ld bytes)\n", name, rank, what, bytes);
  abort();
}

/* Where the address sanitizer is there, it knows where memory ends. */
int __attribute__((weak)) *__asan_region_is_poisoned(void *, size_t);

/* A buffer of this layout at `base`, and its shadows. */
static void check_shadow(const struct record *r, const struct layout *l, const char *base, char **shadow) {
  check_bytes(l, shadow);
  if (!shadow || !checks_messages() || !l->repeat) return;
  long low = 0, high = 0;
  for (long k = 0; k < l->runs; k++) {
    const struct run *one = l->run + k;
    if (one->kind == WHOLE) continue;
    if (!high || one->offset < low) low = one->offset;
    if (!high || one->offset + bytes_of(one) > high) high = one->offset + bytes_of(one);
  }
  if (l->extent >= 0) high += (l->repeat - 1) * l->extent;
  else low += (l->repeat - 1) * l->extent;
  for (int k = 0; k < r->lanes && high > low; k++) {
    if (shadow[k] + low < base + high && base + low < shadow[k] + high) fail_in(r->name, "the shadow of the buffer is smaller than the message: it overlaps the buffer", high - low);
    if (__asan_region_is_poisoned && __asan_region_is_poisoned(shadow[k] + low, high - low)) fail_in(r->name, "the shadow of the buffer is smaller than the message", high - low);
  }
}

/* The shadows of all lanes; none, where the buffer has none, or it is its own. */
static char **shadows_of(void *context, void **shadow, const void *base, long lanes) {
  if (!shadow || shadow[0] == base || !shadow[0]) return NULL;
  char **kept = take(context, lanes * sizeof *kept);
  for (long k = 0; k < lanes; k++) kept[k] = shadow[k];
  return kept;
}

/* All memory that the reverse sweep needs is taken here: the context may be another one by then. */
static struct record *new_record(void *context, long lanes, MPI_Comm comm) {
  struct record *r = take(context, sizeof *r);
  r->context = context, r->name = called;
  r->state = state_of(context);
  r->stamp = ++r->state->stamp;
  r->lanes = lanes;
  r->comm = comm;
  r->sent = take(context, (lanes + 1) * sizeof *r->sent), r->got = take(context, (lanes + 1) * sizeof *r->got);
  r->requests = take(context, (lanes + 1) * sizeof *r->requests);
  return r;
}

static struct channel *channel_of(struct record *r) {
  for (struct channel *c = r->state->channels; c; c = c->next)
    if (c->comm == r->comm && c->peer == r->peer && c->tag == r->tag && c->direction == r->direction) return c;
  struct channel *c = take(r->context, sizeof *c);
  *c = (struct channel){r->comm, r->peer, r->tag, r->direction, NULL, r->state->channels};
  return r->state->channels = c;
}

/* Receives are in the order in which the program began them, which is that of the messages, whenever they end. */
static void enter_channel(struct record *r) {
  struct record **at = &channel_of(r)->newest;
  while (*at && (*at)->stamp > r->stamp) at = &(*at)->older;
  r->older = *at;
  *at = r;
}

/* What has no number is not remembered: the library may give the same request to all that has nothing to do. So it may to sends, which can be mistaken for each
   other: what is done where they end can be done earlier. */
static void remember(struct record *r, MPI_Request request, struct pending **list) {
  if (r->direction == COLLECTIVE ? r->format == WHOLE : r->peer == MPI_PROC_NULL && list == &r->state->pending) return;
  for (struct pending *p = *list; p; p = p->next)
    if (p->request == request && (p->record->direction != SENT || r->direction != SENT) && p->record->stamp != r->stamp && list == &r->state->pending)
      fail("two requests that have not ended are the same", "wait for the first before the second begins");
  struct pending *p = take(r->context, sizeof *p);
  *p = (struct pending){request, r, *list};
  *list = p;
}

static struct record *forget(struct pending **list, MPI_Request request) {
  for (struct pending **at = list; *at; at = &(*at)->next)
    if ((*at)->request == request) {
      struct record *found = (*at)->record;
      *at = (*at)->next;
      return found;
    }
  return NULL;
}

static struct record *look(struct pending *list, MPI_Request request) {
  for (; list; list = list->next)
    if (list->request == request) return list->record;
  return NULL;
}

/* Where all was done at once, the reverse sweep does so too. */
static void run_at_once(struct record *r) {
  r->start(r);
  r->finish(r);
}
static void run_finish(struct record *r) { r->finish(r); }

static void run_ended(struct record *r) {
  for (int k = r->count - 1; k >= 0; k--) r->ended[k]->start(r->ended[k]);
}
