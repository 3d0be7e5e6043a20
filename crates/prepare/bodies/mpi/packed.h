/* Buffers of MPI_Pack and MPI_Unpack. Their shadows hold derivatives where the buffers hold numbers, at any address. A message of MPI_PACKED takes the shadow along as
   it is, in both directions: who receives it does not know yet what it holds. Who adds an adjoint to such a shadow knows from the calls that packed or unpacked it where
   numbers are; if it does not, and there is one, this ends with a message. */

struct packed { char *at; long bytes; struct layout layout; struct packed *next; };

static void note_packed(void *context, struct packed **list, const void *at, long bytes, const struct layout *l) {
  struct packed *p = take(context, sizeof *p), **old = list;
  while (*old)
    if ((*old)->at < (char *)at + bytes && (char *)at < (*old)->at + (*old)->bytes) *old = (*old)->next;
    else old = &(*old)->next;
  *p = (struct packed){(char *)at, bytes, l ? *l : (struct layout){0}, *list};
  *list = p;
}

static int is_within(const struct packed *list, const char *at, long bytes) {
  for (; list; list = list->next)
    if (list->at <= at && at + bytes <= list->at + list->bytes) return 1;
  return 0;
}

/* The layout of `count` bytes of MPI_PACKED at `data`: the numbers that are known to be there. */
static struct layout packed_layout(void *context, const char *data, long count, int direction) {
  struct state *state = state_of(context);
  struct layout l = {.repeat = 1, .extent = count, .wire = RAW};
  long runs = 0;
  if (direction == RECEIVED) note_packed(context, &state->arrived, data, count, NULL);
  for (int pass = 0; pass < 2; pass++) {
    for (struct packed *p = state->packed; p && direction == SENT; p = p->next) {
      if (p->at < data || p->at + p->bytes > data + count) continue;
      long at = p->at - data;
      for (long turn = 0; turn < p->layout.repeat; turn++)
        for (long k = 0; k < p->layout.runs; at += bytes_of(p->layout.run + k++)) {
          struct run r = p->layout.run[k];
          if (r.kind == WHOLE) continue;
          r.offset = at;
          if (pass) l.run[l.runs++] = r;
          else runs++;
        }
    }
    if (!pass) l.run = take(context, runs * sizeof *l.run);
  }
  l.bytes = l.numbers = count;
  return l;
}

/* Do bytes or characters send what was packed? */
static void check_not_packed(void *context, const struct layout *l, const char *data) {
  if (!l->asked && !l->bytes_inside) return;
  long bytes = l->bytes * l->repeat;
  for (struct packed *p = l->numbers ? NULL : state_of(context)->packed; p; p = p->next)
    if (p->layout.numbers && p->at < data + bytes && data < p->at + p->bytes)
      fail("a buffer of MPI_Pack is sent with another datatype than MPI_PACKED", "send it as MPI_PACKED");
}

#define ADD_UNALIGNED(T)           \
  {                                \
    T a, b;                        \
    memcpy(&a, to, sizeof a);      \
    memcpy(&b, from, sizeof b);    \
    a += b;                        \
    memcpy(to, &a, sizeof a);      \
  }

static void add_unaligned(int kind, char *to, const char *from) {
  if (kind == SINGLE) ADD_UNALIGNED(float)
  else if (kind == DOUBLE) ADD_UNALIGNED(double)
  else ADD_UNALIGNED(long double)
}

static void clear_bytes(char *at, long bytes) {
  for (long k = 0; k < bytes; k++) at[k] = 0;
}

static long move_raw(const struct layout *l, long bytes, char *base, char *wire, int move) {
  if (!base) return bytes;
  if (move == CLEAR) clear_bytes(base, bytes);
  else if (move != ADD) memcpy(move == SET ? base : wire, move == SET ? wire : base, bytes);
  if (move != ADD) return bytes;
  for (long k = 0; k < l->runs; k++) {
    const struct run *r = l->run + k;
    long size = size_of[r->kind];
    for (long at = r->offset; at + size <= bytes && at < r->offset + bytes_of(r); at += size) {
      add_unaligned(r->kind, base + at, wire + at);
      clear_bytes(wire + at, size);
    }
  }
  for (long k = 0; k < bytes; k++)
    if (wire[k]) fail("a message of MPI_PACKED is passed on before it is unpacked", "unpack it before it is sent on");
  return bytes;
}

enum packing { FILL, TAKE, ADD_UP, ADD_BACK };

/* Moves numbers between memory and a packed buffer: fills or takes it in forward mode, adds up what it holds, or adds to it, in the reverse sweep. */
static void move_packed(const struct layout *l, char *base, char *flat, int how) {
  for (long turn = 0; turn < l->repeat; turn++)
    for (long k = 0; k < l->runs; flat += bytes_of(l->run + k++)) {
      const struct run *r = l->run + k;
      long size = size_of[r->kind];
      for (long at = 0; r->kind != WHOLE && at < bytes_of(r); at += size) {
        char *place = base ? base + turn * l->extent + r->offset + at : NULL;
        if (how == ADD_UP && place) add_unaligned(r->kind, place, flat + at);
        if (how == ADD_BACK && place) add_unaligned(r->kind, flat + at, place);
        if (how == FILL && place) memcpy(flat + at, place, size);
        if (how == TAKE) memcpy(place, flat + at, size);
        if (how == ADD_UP || (how == FILL && !place)) clear_bytes(flat + at, size);
        if (how == ADD_BACK) clear_bytes(place, size);
      }
    }
}

static void move_lanes(struct record *r, int how) {
  for (int k = 0; k < r->lanes; k++)
    if (r->out.shadow) move_packed(&r->layout, r->shadow ? r->shadow[k] : NULL, r->out.shadow[k] + r->bytes, how);
}
static void run_pack(struct record *r) { move_lanes(r, ADD_UP); }
static void run_unpack(struct record *r) { move_lanes(r, ADD_BACK); }

/* `memory_of` is what is packed, or what it is unpacked to; the shadows of the buffer are `there`. */
static void repack(void *context, void **tape, long lanes, void **own, const void *memory_of, void **there, const void *buffer, int count, MPI_Datatype type, int before, int after, int unpacks) {
  struct record *r = new_record(context, lanes, MPI_COMM_SELF);
  struct state *state = state_of(context);
  const char *at = (const char *)buffer + before;
  r->layout = layout_of(context, type, count, unpacks ? cells_to : cells_from, 0);
  r->shadow = shadows_of(context, own, memory_of, lanes), r->out.shadow = shadows_of(context, there, buffer, lanes), r->bytes = before;
  r->run = unpacks ? run_unpack : run_pack;
  check_shadow(r, &r->layout, memory_of, r->shadow);
  if (after - before != r->layout.bytes * r->layout.repeat) fail("MPI_Pack or MPI_Unpack has a format of its own", "send the numbers with a datatype");
  int is_active = numbers_in(&r->layout) && r->shadow;
  if (is_active && !r->out.shadow) fail("numbers are packed into, or unpacked from, a buffer that is not known to hold any", "do not use the buffer for anything else");
  if (is_active && unpacks && !is_within(state->arrived, at, after - before) && !is_within(state->packed, at, after - before))
    fail("numbers are unpacked that were not received as MPI_PACKED in what is differentiated", "receive them in the differentiated function, as MPI_PACKED");
  note_packed(context, &state->packed, at, after - before, &r->layout);
  if (tape) *tape = numbers_in(&r->layout) && (r->shadow || !unpacks) ? r : NULL;
  else if (r->shadow || !unpacks) move_lanes(r, unpacks ? TAKE : FILL);
}

int __zymase_mpi_Pack(FIXED, const void *in, int count, MPI_Datatype type, void *buffer, int size, int *position, MPI_Comm comm) {
  called = "MPI_Pack";
  int before = *position, error = MPI_Pack(in, count, type, buffer, size, position, comm);
  repack(context, tape, lanes, from, in, to, buffer, count, type, before, *position, 0);
  return error;
}

int __zymase_mpi_Unpack(FIXED, const void *buffer, int size, int *position, void *out, int count, MPI_Datatype type, MPI_Comm comm) {
  called = "MPI_Unpack";
  int before = *position, error = MPI_Unpack(buffer, size, position, out, count, type, comm);
  repack(context, tape, lanes, to, out, from, buffer, count, type, before, *position, 1);
  return error;
}
