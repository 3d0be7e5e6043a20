/* Memory that other ranks reach: windows, and what is put there, fetched from there and added there between fences.

   Each window has one of its shadow beside it, in each lane, whether the memory of this rank is active or not: to make it takes all ranks. In forward mode tangents go
   the way of the values. In the reverse sweep all is done where the program ends an epoch with a fence. The adjoint of what was put is fetched, and cleared there; the
   adjoint of what was fetched is added there. Memory that is put or added to is read by nobody else in the same epoch, as the standard demands, so one epoch of derivatives is
   enough for all; what is cleared is so in the next, which belongs to the fence before. */

struct window {
  MPI_Win win, *shadow;
  /* Zeros that are on their way. */
  struct zeros { char *wire; struct zeros *next; } *zeros;
  /* What was done since the last fence; the last first. */
  struct record *last;
  int freed;
  struct window *next;
};

enum access { PUT, GET, ACCUMULATE };

static struct window *window_of(void *context, MPI_Win win) {
  struct window *w = state_of(context)->windows;
  while (w && w->win != win) w = w->next;
  if (!w) fail("a window is used that was not made in what is differentiated", "call MPI_Win_create or MPI_Win_allocate in the differentiated function");
  return w;
}

static void free_shadows(struct window *w, long lanes) {
  for (long k = 0; k < lanes; k++) MPI_Win_free(w->shadow + k);
}

/* Where the reverse sweep comes to where a window was made. */
static void run_window(struct record *r) {
  free_shadows(r->window, r->lanes);
  if (r->window->freed) MPI_Win_free(&r->window->win);
}

static void add_window(void *context, void **tape, long lanes, char **shadow, MPI_Aint bytes, int unit, MPI_Comm comm, MPI_Win win) {
  struct record *r = new_record(context, lanes, comm);
  struct window *w = take(context, sizeof *w);
  r->window = w, r->run = run_window;
  w->win = win, w->shadow = take(context, lanes * sizeof *w->shadow);
  for (long k = 0; k < lanes; k++) MPI_Win_create(shadow ? shadow[k] : take(context, bytes), bytes, unit, MPI_INFO_NULL, comm, w->shadow + k);
  w->next = r->state->windows, r->state->windows = w;
  if (tape) *tape = r;
}

int __zymase_mpi_Win_create(FIXED, void *base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, MPI_Win *win) {
  int error = MPI_Win_create(base, bytes, unit, info, comm, win);
  add_window(context, tape, lanes, shadows_of(context, from, base, lanes), bytes, unit, comm, *win);
  return error;
}

/* Memory that the library gives: its shadow is memory of the derivative, and `to` the shadows of the program's pointer. */
static char **give_memory(void *context, long lanes, void **to, void *place, MPI_Aint bytes) {
  char **shadow = take(context, lanes * sizeof *shadow);
  for (long k = 0; k < lanes; k++) {
    shadow[k] = take(context, bytes);
    if (to && to[k] && to[k] != place) *(void **)to[k] = shadow[k];
  }
  return shadow;
}

int __zymase_mpi_Win_allocate(FIXED, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *place, MPI_Win *win) {
  int error = MPI_Win_allocate(bytes, unit, info, comm, place, win);
  add_window(context, tape, lanes, give_memory(context, lanes, to, place, bytes), bytes, unit, comm, *win);
  return error;
}

int __zymase_mpi_Win_free(FIXED, MPI_Win *win) {
  struct window *w = window_of(context, *win);
  if (tape) {
    *tape = NULL;
    w->freed = 1;
    *win = MPI_WIN_NULL;
    return 0;
  }
  free_shadows(w, lanes);
  w->win = MPI_WIN_NULL;
  return MPI_Win_free(win);
}

static void run_memory(struct record *r) {
  for (struct unused **at = &r->state->unused; *at; at = &(*at)->next)
    if ((*at)->memory == r->base) {
      *at = (*at)->next;
      MPI_Free_mem(r->base);
      return;
    }
}

int __zymase_mpi_Alloc_mem(FIXED, MPI_Aint bytes, MPI_Info info, void *place) {
  int error = MPI_Alloc_mem(bytes, info, place);
  give_memory(context, lanes, to, place, bytes);
  if (!tape) return error;
  struct record *r = new_record(context, lanes, MPI_COMM_SELF);
  r->base = *(char **)place, r->run = run_memory;
  *tape = r;
  return error;
}

int __zymase_mpi_Free_mem(FIXED, void *memory_of) {
  if (!tape) return MPI_Free_mem(memory_of);
  struct state *state = state_of(context);
  struct unused *u = take(context, sizeof *u);
  *u = (struct unused){memory_of, state->unused};
  state->unused = u;
  *tape = NULL;
  return 0;
}

/* A datatype of the numbers of a layout. */
static MPI_Datatype type_of_numbers(const struct layout *l) {
  int *lengths = memory(l->runs * l->repeat * sizeof *lengths), n = 0;
  MPI_Aint *places = memory(l->runs * l->repeat * sizeof *places);
  for (long turn = 0; turn < l->repeat; turn++)
    for (long k = 0; k < l->runs; k++) {
      const struct run *r = l->run + k;
      if (r->kind == WHOLE) continue;
      if (r->kind != l->wire) fail("one datatype of a window has numbers of several formats", "put or fetch them one by one");
      lengths[n] = r->count * r->parts, places[n++] = turn * l->extent + r->offset;
    }
  MPI_Datatype type;
  MPI_Type_create_hindexed(n, lengths, places, wire_type(l->wire), &type);
  MPI_Type_commit(&type);
  free(lengths), free(places);
  return type;
}

enum transfer { FETCH, WRITE, ADD_THERE };

/* Moves numbers between `wire` and the shadow of another rank's memory. */
static void transfer(struct record *r, int lane, char *wire, int how) {
  long n = numbers_in(&r->layout);
  MPI_Datatype own = wire_type(r->layout.wire), type = type_of_numbers(&r->there.layout);
  MPI_Win win = r->window->shadow[lane];
  if (how == FETCH) MPI_Get(wire, n, own, r->peer, r->there.offset, 1, type, win);
  else if (how == WRITE) MPI_Put(wire, n, own, r->peer, r->there.offset, 1, type, win);
  else MPI_Accumulate(wire, n, own, r->peer, r->there.offset, 1, type, MPI_SUM, win);
  MPI_Type_free(&type);
}

static char *pack_lane(struct record *r, int lane, int clear) {
  char *wire = memory(numbers_in(&r->layout) * size_of[r->layout.wire]);
  if (!r->shadow) return wire;
  move_numbers(&r->layout, -1, r->shadow[lane], wire, r->layout.wire, PACK);
  if (clear) move_numbers(&r->layout, -1, r->shadow[lane], NULL, r->layout.wire, CLEAR);
  return wire;
}

static void begin_epoch_of(struct record *r) {
  for (int k = 0; k < r->lanes; k++) {
    long bytes = numbers_in(&r->layout) * size_of[r->layout.wire];
    r->got[k] = r->kind == GET ? pack_lane(r, k, 1) : memory(bytes);
    transfer(r, k, r->got[k], r->kind == GET ? ADD_THERE : FETCH);
  }
}

static void end_epoch_of(struct record *r) {
  for (int k = 0; k < r->lanes; k++) {
    if (r->kind != GET && r->shadow) move_numbers(&r->layout, -1, r->shadow[k], r->got[k], r->layout.wire, ADD);
    if (r->kind != PUT) {
      free(r->got[k]);
      continue;
    }
    long bytes = numbers_in(&r->layout) * size_of[r->layout.wire];
    for (long at = 0; at < bytes; at++) r->got[k][at] = 0;
    transfer(r, k, r->got[k], WRITE);
    struct zeros *z = take(r->context, sizeof *z);
    *z = (struct zeros){r->got[k], r->window->zeros};
    r->window->zeros = z;
  }
}

static void fence_shadows(struct window *w, long lanes) {
  for (long k = 0; k < lanes; k++) MPI_Win_fence(0, w->shadow[k]);
  for (; w->zeros; w->zeros = w->zeros->next) free(w->zeros->wire);
}

static void run_fence(struct record *r) {
  fence_shadows(r->window, r->lanes);
  for (struct record *one = r->before; one; one = one->before) begin_epoch_of(one);
  fence_shadows(r->window, r->lanes);
  for (struct record *one = r->before; one; one = one->before) end_epoch_of(one);
}

int __zymase_mpi_Win_fence(FIXED, int assert, MPI_Win win) {
  struct record *r = new_record(context, lanes, MPI_COMM_SELF);
  struct window *w = r->window = window_of(context, win);
  int error = MPI_Win_fence(assert, win);
  r->run = run_fence;
  r->before = w->last, w->last = NULL;
  if (tape) {
    *tape = r;
    return error;
  }
  fence_shadows(w, lanes);
  for (struct record *one = r->before; one; one = one->before)
    for (int k = 0; k < lanes; k++) {
      if (one->kind == GET && one->shadow) move_numbers(&one->layout, -1, one->shadow[k], one->got[k], one->layout.wire, SET);
      free(one->got[k]);
    }
  return error;
}

static void run_nothing(struct record *r) { (void)r; }

/* One that has no numbers is none. What does not change what is differentiated here has none in the window either, so zeros go along. */
static void access_window(FIXED, int kind, const void *data, int count, MPI_Datatype type, int peer, MPI_Aint at, int most, MPI_Datatype other, MPI_Win win) {
  struct window *w = window_of(context, win);
  if (tape) *tape = NULL;
  if (peer == MPI_PROC_NULL) return;
  struct record *r = new_record(context, lanes, MPI_COMM_SELF);
  const struct cells *known = kind == GET ? cells_to : cells_from;
  if (is_packed(type) || is_packed(other)) fail("MPI_PACKED is put into a window or fetched from it", "put or fetch numbers with a datatype");
  r->layout = layout_of(context, type, count, known, 0);
  if (!numbers_in(&r->layout) && !r->layout.bytes_inside) return;
  r->shadow = shadows_of(context, kind == GET ? to : from, data, lanes);
  r->kind = kind, r->peer = peer, r->window = w, r->run = run_nothing;
  r->there = (struct block){at, layout_of(context, other, most, known, 0)};
  check_shadow(r, &r->layout, data, r->shadow), check_bytes(&r->there.layout, r->shadow);
  if (numbers_in(&r->there.layout) != numbers_in(&r->layout) || r->there.layout.wire != r->layout.wire)
    fail("the datatypes of what is put into a window or fetched from it differ in their numbers", "use the same on both sides");
  r->before = w->last, w->last = r;
  for (int k = 0; !tape && k < lanes; k++) {
    r->got[k] = pack_lane(r, k, 0);
    transfer(r, k, r->got[k], kind == GET ? FETCH : kind == PUT ? WRITE : ADD_THERE);
  }
}

int __zymase_mpi_Put(FIXED, const void *data, int count, MPI_Datatype type, int peer, MPI_Aint at, int most, MPI_Datatype other, MPI_Win win) {
  called = "MPI_Put";
  access_window(ALL, PUT, data, count, type, peer, at, most, other, win);
  return MPI_Put(data, count, type, peer, at, most, other, win);
}

int __zymase_mpi_Get(FIXED, void *data, int count, MPI_Datatype type, int peer, MPI_Aint at, int most, MPI_Datatype other, MPI_Win win) {
  called = "MPI_Get";
  access_window(ALL, GET, data, count, type, peer, at, most, other, win);
  return MPI_Get(data, count, type, peer, at, most, other, win);
}

int __zymase_mpi_Accumulate(FIXED, const void *data, int count, MPI_Datatype type, int peer, MPI_Aint at, int most, MPI_Datatype other, MPI_Op op, MPI_Win win) {
  called = "MPI_Accumulate";
  struct layout l = layout_of(context, type, count, cells_from, 0);
  if (numbers_in(&l) && op != MPI_SUM) fail("numbers are accumulated in a window with an operator other than MPI_SUM", "put them, or send them and write the operator as code");
  access_window(ALL, ACCUMULATE, data, count, type, peer, at, most, other, win);
  return MPI_Accumulate(data, count, type, peer, at, most, other, op, win);
}
