/* Operators that the program makes with MPI_Op_create. The compiler has made both derivatives of their functions. What all ranks gave is gathered as it is in memory; where
   a derivative is needed, this rank does the operations again, from the last rank to the first, and undoes them in the opposite order. */

/* What the compiler says of an operator where the program makes it: its function, the derivatives, or why there are none. */
struct made {
  MPI_Op op;
  MPI_User_function *function;
  void (*reverse)(void *, void *, void *, void *, int *, MPI_Datatype *);
  void (*forward)(void *, void *, void *, void *, int *, MPI_Datatype *, void *);
  const char *why;
  struct made *next;
};
static struct made *all_made;

int __zymase_mpi_note_Op_create(MPI_User_function *function, int commutes, MPI_Op *op, void *reverse, void *forward, const char *why) {
  int error = MPI_Op_create(function, commutes, op);
  struct made *m = memory(sizeof *m);
  *m = (struct made){*op, function, reverse, forward, why, all_made};
  all_made = m;
  return error;
}

static const struct made *made_by_the_program(MPI_Op op) {
  struct made *m = all_made;
  while (m && m->op != op) m = m->next;
  if (!m)
    fail("numbers are reduced with an operator that is none of MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN, MPI_MAXLOC and MPI_MINLOC, and is not known",
         "call MPI_Op_create with the name of a function, in a file that is compiled with the derivative");
  if (!m->reverse || !m->forward) fail("numbers are reduced with an operator of the program that has no derivative", m->why);
  return m;
}

/* All that a rank gives, which lies side by side in memory. */
static struct layout given_layout(const struct record *r) {
  struct layout l = r->in.block->layout;
  for (int k = 1; k < r->in.blocks; k++) l.repeat += r->in.block[k].layout.repeat;
  return l;
}

/* How many bytes of memory that is. */
static long span_of(const struct layout *l) {
  long high = l->extent;
  for (long k = 0; k < l->runs; k++) {
    long end = l->run[k].offset + bytes_of(l->run + k);
    if (l->run[k].offset < 0 || l->extent < 0) fail("an operator of the program reduces a datatype that begins before its buffer", "give the datatype a lower bound of 0");
    if (end > high) high = end;
  }
  return l->repeat ? high + (l->repeat - 1) * l->extent : 0;
}

static void share_memory(struct record *r) {
  struct layout l = given_layout(r);
  long bytes = span_of(&l);
  r->given = memory((r->ranks + 1) * bytes);
  memcpy(r->given + r->ranks * bytes, r->in.base, bytes);
  MPI_Iallgather(r->given + r->ranks * bytes, bytes, MPI_BYTE, r->given, bytes, MPI_BYTE, r->comm, &r->giving);
}

static char *copy_of(const char *bytes, long count) { return memcpy(memory(count), bytes, count); }

/* From the adjoint of the result on the wire that of what this rank gave, in its place; or, for scans, of what each rank gave. */
static void undo_operator(struct record *r, char *wire, char *all) {
  struct layout l = given_layout(r);
  long bytes = span_of(&l), n = numbers_in(&l) * size_of[r->format];
  int last = ranks_behind(r) - 1, count = l.repeat;
  MPI_Wait(&r->giving, MPI_STATUS_IGNORE);
  if (last < 0) return;
  /* Before rank k is added, the result is states[k + 1]. */
  char **states = memory((last + 1) * sizeof *states), *adjoint = memory(bytes);
  states[last] = copy_of(r->given + last * bytes, bytes);
  for (int k = last - 1; k > 0; k--) {
    states[k] = copy_of(states[k + 1], bytes);
    char *given = copy_of(r->given + k * bytes, bytes);
    r->made->function(given, states[k], &count, &r->type);
    free(given);
  }
  move_numbers(&l, -1, adjoint, wire, r->format, SET);
  for (int k = 0; k < last; k++) {
    char *given = copy_of(r->given + k * bytes, bytes), *change = memory(bytes);
    r->made->reverse(given, change, states[k + 1], adjoint, &count, &r->type);
    if (all || k == r->rank) move_numbers(&l, -1, change, all ? all + k * n : wire, r->format, PACK);
    free(given), free(change), free(states[k + 1]);
  }
  if (all || r->rank == last) move_numbers(&l, -1, adjoint, all ? all + last * n : wire, r->format, PACK);
  if (!last) free(states[0]);
  free(states), free(adjoint);
}

/* The tangents of `wanted` numbers of the result, from number `first` on; those of what all ranks gave follow each other on the wire. */
static void operate_on_tangents(struct record *r, const char *wire, char *result, long first, long wanted) {
  struct layout l = given_layout(r);
  long bytes = span_of(&l), n = numbers_in(&l) * size_of[r->format];
  int last = ranks_behind(r) - 1, count = l.repeat;
  MPI_Wait(&r->giving, MPI_STATUS_IGNORE);
  if (last < 0) return;
  char *state = copy_of(r->given + last * bytes, bytes), *tangent = memory(bytes), *packed = memory(n);
  move_numbers(&l, -1, tangent, (char *)wire + last * n, r->format, SET);
  for (int k = last - 1; k >= 0; k--) {
    char *given = copy_of(r->given + k * bytes, bytes), *change = memory(bytes);
    move_numbers(&l, -1, change, (char *)wire + k * n, r->format, SET);
    r->made->forward(given, change, state, tangent, &count, &r->type, r->context);
    free(given), free(change);
  }
  move_numbers(&l, -1, tangent, packed, r->format, PACK);
  memcpy(result, packed + first * size_of[r->format], wanted * size_of[r->format]);
  free(state), free(tangent), free(packed);
}
