/* The Fortran binding of MPI: everything by address, handles as integers, an error code at the end. Each call is one of the C binding, which is what
   derivatives know. It is compiled twice, as mpi.c is. */
#include "mpi/abi.h"

void *malloc(size_t);
void free(void *);

#ifdef MPI_HANDLES_ARE_POINTERS
#define BODY(name) __asm__("zymase.body.mpi.addresses." #name)
MPI_Comm MPI_Comm_f2c(int);
MPI_Datatype MPI_Type_f2c(int);
MPI_Op MPI_Op_f2c(int);
MPI_Request MPI_Request_f2c(int);
int MPI_Comm_c2f(MPI_Comm), MPI_Type_c2f(MPI_Datatype), MPI_Request_c2f(MPI_Request);
typedef struct ompi_group_t *MPI_Group;
MPI_Group MPI_Group_f2c(int);
MPI_Win MPI_Win_f2c(int);
MPI_Info MPI_Info_f2c(int);
int MPI_Group_c2f(MPI_Group), MPI_Win_c2f(MPI_Win);
/* Variables of the library whose addresses have a meaning. */
extern int mpi_fortran_in_place_, mpi_fortran_bottom_, mpi_fortran_status_ignore_[6], mpi_fortran_statuses_ignore_[6];
#define IS_IN_PLACE(p) ((void *)(p) == (void *)&mpi_fortran_in_place_)
#define IS_BOTTOM(p) ((void *)(p) == (void *)&mpi_fortran_bottom_)
#define IGNORES(p) ((void *)(p) == (void *)mpi_fortran_status_ignore_ || (void *)(p) == (void *)mpi_fortran_statuses_ignore_)
#else
#define BODY(name) __asm__("zymase.body.mpi.numbers." #name)
#define MPI_Comm_f2c(h) (h)
#define MPI_Type_f2c(h) (h)
#define MPI_Op_f2c(h) (h)
#define MPI_Request_f2c(h) (h)
#define MPI_Comm_c2f(h) (h)
#define MPI_Type_c2f(h) (h)
#define MPI_Request_c2f(h) (h)
typedef int MPI_Group;
#define MPI_Group_f2c(h) (h)
#define MPI_Group_c2f(h) (h)
#define MPI_Win_f2c(h) (h)
#define MPI_Win_c2f(h) (h)
#define MPI_Info_f2c(h) (h)
extern char mpipriv1_[28], mpipriv2_[24];
#define IS_BOTTOM(p) ((char *)(p) == mpipriv1_)
#define IS_IN_PLACE(p) ((char *)(p) == mpipriv1_ + 4)
#define IGNORES(p) ((char *)(p) == mpipriv1_ + 8 || (char *)(p) == mpipriv2_)
#endif

#define DATA(p) (IS_IN_PLACE(p) ? MPI_IN_PLACE : IS_BOTTOM(p) ? NULL : (void *)(p))
#define STATUS(p) (IGNORES(p) ? MPI_STATUS_IGNORE : (MPI_Status *)(p))
#define TYPE(p) MPI_Type_f2c(*(p))
#define COMM(p) MPI_Comm_f2c(*(p))
#define OP(p) MPI_Op_f2c(*(p))

/* Defines a subroutine. */
#define CALL(name, parameters, ...)          \
  void call_##name parameters BODY(name##_); \
  void call_##name parameters { __VA_ARGS__ }

#define SEND(name, NAME) \
  CALL(name, (void *data, int *n, int *type, int *peer, int *tag, int *comm, int *error), *error = MPI_##NAME(DATA(data), *n, TYPE(type), *peer, *tag, COMM(comm));)
SEND(mpi_send, Send) SEND(mpi_ssend, Ssend) SEND(mpi_rsend, Rsend) SEND(mpi_bsend, Bsend)
CALL(mpi_recv, (void *data, int *n, int *type, int *peer, int *tag, int *comm, void *status, int *error),
     *error = MPI_Recv(DATA(data), *n, TYPE(type), *peer, *tag, COMM(comm), STATUS(status));)
#define BEGIN(name, NAME)                                                                                                            \
  CALL(name, (void *data, int *n, int *type, int *peer, int *tag, int *comm, int *request, int *error), MPI_Request made;            \
       *error = MPI_##NAME(DATA(data), *n, TYPE(type), *peer, *tag, COMM(comm), &made); *request = MPI_Request_c2f(made);)
BEGIN(mpi_isend, Isend) BEGIN(mpi_issend, Issend) BEGIN(mpi_irsend, Irsend) BEGIN(mpi_ibsend, Ibsend) BEGIN(mpi_irecv, Irecv)
BEGIN(mpi_send_init, Send_init) BEGIN(mpi_ssend_init, Ssend_init) BEGIN(mpi_rsend_init, Rsend_init) BEGIN(mpi_bsend_init, Bsend_init) BEGIN(mpi_recv_init, Recv_init)
CALL(mpi_sendrecv, (void *out, int *n, int *type, int *peer, int *tag, void *in, int *most, int *kind, int *source, int *mark, int *comm, void *status, int *error),
     *error = MPI_Sendrecv(DATA(out), *n, TYPE(type), *peer, *tag, DATA(in), *most, TYPE(kind), *source, *mark, COMM(comm), STATUS(status));)
CALL(mpi_sendrecv_replace, (void *data, int *n, int *type, int *peer, int *tag, int *source, int *mark, int *comm, void *status, int *error),
     *error = MPI_Sendrecv_replace(DATA(data), *n, TYPE(type), *peer, *tag, *source, *mark, COMM(comm), STATUS(status));)
CALL(mpi_probe, (int *source, int *tag, int *comm, void *status, int *error), *error = MPI_Probe(*source, *tag, COMM(comm), STATUS(status));)
CALL(mpi_iprobe, (int *source, int *tag, int *comm, int *flag, void *status, int *error), *error = MPI_Iprobe(*source, *tag, COMM(comm), flag, STATUS(status));)

/* Requests of the C binding for those of Fortran. */
#define REQUESTS(n)                                                                  \
  MPI_Request *held = malloc((n) * sizeof *held);                                    \
  for (int k = 0; k < (n); k++) held[k] = MPI_Request_f2c(requests[k])
#define GIVE_BACK(n)                                                                 \
  for (int k = 0; k < (n); k++) requests[k] = MPI_Request_c2f(held[k]);              \
  free(held)

CALL(mpi_wait, (int *request, void *status, int *error), MPI_Request held = MPI_Request_f2c(*request); *error = MPI_Wait(&held, STATUS(status)); *request = MPI_Request_c2f(held);)
CALL(mpi_test, (int *request, int *flag, void *status, int *error), MPI_Request held = MPI_Request_f2c(*request); *error = MPI_Test(&held, flag, STATUS(status)); *request = MPI_Request_c2f(held);)
CALL(mpi_start, (int *request, int *error), MPI_Request held = MPI_Request_f2c(*request); *error = MPI_Start(&held);)
CALL(mpi_request_free, (int *request, int *error), MPI_Request held = MPI_Request_f2c(*request); *error = MPI_Request_free(&held); *request = MPI_Request_c2f(held);)
CALL(mpi_waitall, (int *n, int *requests, void *statuses, int *error), REQUESTS(*n); *error = MPI_Waitall(*n, held, STATUS(statuses)); GIVE_BACK(*n);)
CALL(mpi_testall, (int *n, int *requests, int *flag, void *statuses, int *error), REQUESTS(*n); *error = MPI_Testall(*n, held, flag, STATUS(statuses)); GIVE_BACK(*n);)
CALL(mpi_startall, (int *n, int *requests, int *error), REQUESTS(*n); *error = MPI_Startall(*n, held); GIVE_BACK(*n);)
CALL(mpi_waitany, (int *n, int *requests, int *index, void *status, int *error), REQUESTS(*n); *error = MPI_Waitany(*n, held, index, STATUS(status));
     if (*index != MPI_UNDEFINED) ++*index; GIVE_BACK(*n);)
CALL(mpi_testany, (int *n, int *requests, int *index, int *flag, void *status, int *error), REQUESTS(*n); *error = MPI_Testany(*n, held, index, flag, STATUS(status));
     if (*index != MPI_UNDEFINED) ++*index; GIVE_BACK(*n);)
CALL(mpi_waitsome, (int *n, int *requests, int *ended, int *places, void *statuses, int *error), REQUESTS(*n); *error = MPI_Waitsome(*n, held, ended, places, STATUS(statuses));
     for (int k = 0; k < *ended; k++) places[k]++; GIVE_BACK(*n);)
CALL(mpi_testsome, (int *n, int *requests, int *ended, int *places, void *statuses, int *error), REQUESTS(*n); *error = MPI_Testsome(*n, held, ended, places, STATUS(statuses));
     for (int k = 0; k < *ended; k++) places[k]++; GIVE_BACK(*n);)

/* A collective, and the one that does not wait. */
#define EXPAND(...) __VA_ARGS__
#define COLLECTIVE(name, NAME, iname, INAME, parameters, arguments)                                         \
  CALL(name, (EXPAND parameters, int *error), *error = MPI_##NAME(EXPAND arguments);)                       \
  CALL(iname, (EXPAND parameters, int *request, int *error), MPI_Request made;                              \
       *error = MPI_##INAME(EXPAND arguments, &made); *request = MPI_Request_c2f(made);)
COLLECTIVE(mpi_bcast, Bcast, mpi_ibcast, Ibcast, (void *data, int *n, int *type, int *root, int *comm), (DATA(data), *n, TYPE(type), *root, COMM(comm)))
COLLECTIVE(mpi_reduce, Reduce, mpi_ireduce, Ireduce, (void *in, void *out, int *n, int *type, int *op, int *root, int *comm), (DATA(in), DATA(out), *n, TYPE(type), OP(op), *root, COMM(comm)))
#define REDUCTION(name, NAME, iname, INAME) \
  COLLECTIVE(name, NAME, iname, INAME, (void *in, void *out, int *n, int *type, int *op, int *comm), (DATA(in), DATA(out), *n, TYPE(type), OP(op), COMM(comm)))
REDUCTION(mpi_allreduce, Allreduce, mpi_iallreduce, Iallreduce)
REDUCTION(mpi_scan, Scan, mpi_iscan, Iscan)
REDUCTION(mpi_exscan, Exscan, mpi_iexscan, Iexscan)
REDUCTION(mpi_reduce_scatter_block, Reduce_scatter_block, mpi_ireduce_scatter_block, Ireduce_scatter_block)
COLLECTIVE(mpi_reduce_scatter, Reduce_scatter, mpi_ireduce_scatter, Ireduce_scatter, (void *in, void *out, int *counts, int *type, int *op, int *comm), (DATA(in), DATA(out), counts, TYPE(type), OP(op), COMM(comm)))
#define TO_ROOT(name, NAME, iname, INAME) \
  COLLECTIVE(name, NAME, iname, INAME, (void *in, int *n, int *type, void *out, int *most, int *kind, int *root, int *comm), (DATA(in), *n, TYPE(type), DATA(out), *most, TYPE(kind), *root, COMM(comm)))
TO_ROOT(mpi_gather, Gather, mpi_igather, Igather)
TO_ROOT(mpi_scatter, Scatter, mpi_iscatter, Iscatter)
#define TO_ALL(name, NAME, iname, INAME) \
  COLLECTIVE(name, NAME, iname, INAME, (void *in, int *n, int *type, void *out, int *most, int *kind, int *comm), (DATA(in), *n, TYPE(type), DATA(out), *most, TYPE(kind), COMM(comm)))
TO_ALL(mpi_allgather, Allgather, mpi_iallgather, Iallgather)
TO_ALL(mpi_alltoall, Alltoall, mpi_ialltoall, Ialltoall)
COLLECTIVE(mpi_gatherv, Gatherv, mpi_igatherv, Igatherv, (void *in, int *n, int *type, void *out, int *counts, int *places, int *kind, int *root, int *comm), (DATA(in), *n, TYPE(type), DATA(out), counts, places, TYPE(kind), *root, COMM(comm)))
COLLECTIVE(mpi_scatterv, Scatterv, mpi_iscatterv, Iscatterv, (void *in, int *counts, int *places, int *type, void *out, int *n, int *kind, int *root, int *comm), (DATA(in), counts, places, TYPE(type), DATA(out), *n, TYPE(kind), *root, COMM(comm)))
COLLECTIVE(mpi_allgatherv, Allgatherv, mpi_iallgatherv, Iallgatherv, (void *in, int *n, int *type, void *out, int *counts, int *places, int *kind, int *comm), (DATA(in), *n, TYPE(type), DATA(out), counts, places, TYPE(kind), COMM(comm)))
COLLECTIVE(mpi_alltoallv, Alltoallv, mpi_ialltoallv, Ialltoallv, (void *in, int *counts, int *places, int *type, void *out, int *most, int *starts, int *kind, int *comm), (DATA(in), counts, places, TYPE(type), DATA(out), most, starts, TYPE(kind), COMM(comm)))

/* What moves no numbers. */
int MPI_Barrier(MPI_Comm), MPI_Abort(MPI_Comm, int), MPI_Dims_create(int, int, int *);
double MPI_Wtime(void);
int MPI_Comm_dup(MPI_Comm, MPI_Comm *), MPI_Comm_split(MPI_Comm, int, int, MPI_Comm *);
int MPI_Cart_create(MPI_Comm, int, const int *, const int *, int, MPI_Comm *), MPI_Cart_shift(MPI_Comm, int, int, int *, int *);
int MPI_Cart_coords(MPI_Comm, int, int, int *), MPI_Cart_rank(MPI_Comm, const int *, int *);
int MPI_Type_contiguous(int, MPI_Datatype, MPI_Datatype *), MPI_Type_vector(int, int, int, MPI_Datatype, MPI_Datatype *), MPI_Type_commit(MPI_Datatype *);
int MPI_Type_indexed(int, const int *, const int *, MPI_Datatype, MPI_Datatype *), MPI_Type_create_resized(MPI_Datatype, MPI_Aint, MPI_Aint, MPI_Datatype *);
int MPI_Type_create_subarray(int, const int *, const int *, const int *, int, MPI_Datatype, MPI_Datatype *);
CALL(mpi_comm_rank, (int *comm, int *rank, int *error), *error = MPI_Comm_rank(COMM(comm), rank);)
CALL(mpi_comm_size, (int *comm, int *size, int *error), *error = MPI_Comm_size(COMM(comm), size);)
CALL(mpi_barrier, (int *comm, int *error), *error = MPI_Barrier(COMM(comm));)
CALL(mpi_abort, (int *comm, int *code, int *error), *error = MPI_Abort(COMM(comm), *code);)
CALL(mpi_dims_create, (int *ranks, int *n, int *dims, int *error), *error = MPI_Dims_create(*ranks, *n, dims);)
CALL(mpi_get_count, (void *status, int *type, int *count, int *error), *error = MPI_Get_count(status, TYPE(type), count);)
CALL(mpi_comm_dup, (int *comm, int *made, int *error), MPI_Comm m; *error = MPI_Comm_dup(COMM(comm), &m); *made = MPI_Comm_c2f(m);)
CALL(mpi_comm_split, (int *comm, int *colour, int *key, int *made, int *error), MPI_Comm m; *error = MPI_Comm_split(COMM(comm), *colour, *key, &m); *made = MPI_Comm_c2f(m);)
CALL(mpi_comm_free, (int *comm, int *error), MPI_Comm c = COMM(comm); *error = MPI_Comm_free(&c); *comm = MPI_Comm_c2f(c);)
CALL(mpi_cart_create, (int *comm, int *n, int *dims, int *periods, int *reorder, int *made, int *error), MPI_Comm m;
     *error = MPI_Cart_create(COMM(comm), *n, dims, periods, *reorder, &m); *made = MPI_Comm_c2f(m);)
CALL(mpi_cart_shift, (int *comm, int *direction, int *steps, int *from, int *to, int *error), *error = MPI_Cart_shift(COMM(comm), *direction, *steps, from, to);)
CALL(mpi_cart_coords, (int *comm, int *rank, int *n, int *place, int *error), *error = MPI_Cart_coords(COMM(comm), *rank, *n, place);)
CALL(mpi_cart_rank, (int *comm, int *place, int *rank, int *error), *error = MPI_Cart_rank(COMM(comm), place, rank);)
CALL(mpi_type_contiguous, (int *n, int *type, int *made, int *error), MPI_Datatype m; *error = MPI_Type_contiguous(*n, TYPE(type), &m); *made = MPI_Type_c2f(m);)
CALL(mpi_type_vector, (int *n, int *length, int *stride, int *type, int *made, int *error), MPI_Datatype m; *error = MPI_Type_vector(*n, *length, *stride, TYPE(type), &m); *made = MPI_Type_c2f(m);)
CALL(mpi_type_indexed, (int *n, int *lengths, int *places, int *type, int *made, int *error), MPI_Datatype m; *error = MPI_Type_indexed(*n, lengths, places, TYPE(type), &m); *made = MPI_Type_c2f(m);)
CALL(mpi_type_create_resized, (int *type, MPI_Aint *low, MPI_Aint *extent, int *made, int *error), MPI_Datatype m; *error = MPI_Type_create_resized(TYPE(type), *low, *extent, &m); *made = MPI_Type_c2f(m);)
CALL(mpi_type_create_subarray, (int *n, int *sizes, int *parts, int *starts, int *order, int *type, int *made, int *error), MPI_Datatype m;
     *error = MPI_Type_create_subarray(*n, sizes, parts, starts, *order, TYPE(type), &m); *made = MPI_Type_c2f(m);)
CALL(mpi_type_commit, (int *type, int *error), MPI_Datatype t = TYPE(type); *error = MPI_Type_commit(&t);)
CALL(mpi_type_free, (int *type, int *error), MPI_Datatype t = TYPE(type); *error = MPI_Type_free(&t); *type = MPI_Type_c2f(t);)
int MPI_Type_create_struct(int, const int *, const MPI_Aint *, const MPI_Datatype *, MPI_Datatype *), MPI_Type_dup(MPI_Datatype, MPI_Datatype *);
int MPI_Type_create_hvector(int, int, MPI_Aint, MPI_Datatype, MPI_Datatype *), MPI_Type_create_indexed_block(int, int, const int *, MPI_Datatype, MPI_Datatype *);
int MPI_Get_address(const void *, MPI_Aint *);
CALL(mpi_type_create_hvector, (int *n, int *length, MPI_Aint *stride, int *type, int *made, int *error), MPI_Datatype m;
     *error = MPI_Type_create_hvector(*n, *length, *stride, TYPE(type), &m); *made = MPI_Type_c2f(m);)
CALL(mpi_type_create_hindexed, (int *n, int *lengths, MPI_Aint *places, int *type, int *made, int *error), MPI_Datatype m;
     *error = MPI_Type_create_hindexed(*n, lengths, places, TYPE(type), &m); *made = MPI_Type_c2f(m);)
CALL(mpi_type_create_indexed_block, (int *n, int *length, int *places, int *type, int *made, int *error), MPI_Datatype m;
     *error = MPI_Type_create_indexed_block(*n, *length, places, TYPE(type), &m); *made = MPI_Type_c2f(m);)
CALL(mpi_type_create_struct, (int *n, int *lengths, MPI_Aint *places, int *types, int *made, int *error), MPI_Datatype m, *held = malloc(*n * sizeof *held);
     for (int k = 0; k < *n; k++) held[k] = MPI_Type_f2c(types[k]);
     *error = MPI_Type_create_struct(*n, lengths, places, held, &m); *made = MPI_Type_c2f(m); free(held);)
CALL(mpi_type_dup, (int *type, int *made, int *error), MPI_Datatype m; *error = MPI_Type_dup(TYPE(type), &m); *made = MPI_Type_c2f(m);)
CALL(mpi_type_size, (int *type, int *size, int *error), *error = MPI_Type_size(TYPE(type), size);)
CALL(mpi_type_get_extent, (int *type, MPI_Aint *low, MPI_Aint *extent, int *error), *error = MPI_Type_get_extent(TYPE(type), low, extent);)
CALL(mpi_get_address, (void *place, MPI_Aint *address, int *error), *error = MPI_Get_address(DATA(place), address);)
CALL(mpi_get_elements, (void *status, int *type, int *count, int *error), *error = MPI_Get_elements(status, TYPE(type), count);)

/* Parts of grids, groups, and communicators of them. */
int MPI_Cart_sub(MPI_Comm, const int *, MPI_Comm *), MPI_Comm_group(MPI_Comm, MPI_Group *), MPI_Group_incl(MPI_Group, int, const int *, MPI_Group *);
int MPI_Group_excl(MPI_Group, int, const int *, MPI_Group *), MPI_Group_free(MPI_Group *), MPI_Group_rank(MPI_Group, int *), MPI_Group_size(MPI_Group, int *);
int MPI_Comm_create(MPI_Comm, MPI_Group, MPI_Comm *), MPI_Comm_split_type(MPI_Comm, int, int, MPI_Info, MPI_Comm *), MPI_Initialized(int *);
int MPI_Ibarrier(MPI_Comm, MPI_Request *);
CALL(mpi_cart_sub, (int *comm, int *keep, int *made, int *error), MPI_Comm m; *error = MPI_Cart_sub(COMM(comm), keep, &m); *made = MPI_Comm_c2f(m);)
CALL(mpi_cart_get, (int *comm, int *n, int *dims, int *periods, int *place, int *error), *error = MPI_Cart_get(COMM(comm), *n, dims, periods, place);)
CALL(mpi_cartdim_get, (int *comm, int *n, int *error), *error = MPI_Cartdim_get(COMM(comm), n);)
CALL(mpi_comm_group, (int *comm, int *group, int *error), MPI_Group m; *error = MPI_Comm_group(COMM(comm), &m); *group = MPI_Group_c2f(m);)
CALL(mpi_group_incl, (int *group, int *n, int *ranks, int *made, int *error), MPI_Group m; *error = MPI_Group_incl(MPI_Group_f2c(*group), *n, ranks, &m); *made = MPI_Group_c2f(m);)
CALL(mpi_group_excl, (int *group, int *n, int *ranks, int *made, int *error), MPI_Group m; *error = MPI_Group_excl(MPI_Group_f2c(*group), *n, ranks, &m); *made = MPI_Group_c2f(m);)
CALL(mpi_group_free, (int *group, int *error), MPI_Group m = MPI_Group_f2c(*group); *error = MPI_Group_free(&m); *group = MPI_Group_c2f(m);)
CALL(mpi_group_rank, (int *group, int *rank, int *error), *error = MPI_Group_rank(MPI_Group_f2c(*group), rank);)
CALL(mpi_group_size, (int *group, int *size, int *error), *error = MPI_Group_size(MPI_Group_f2c(*group), size);)
CALL(mpi_comm_create, (int *comm, int *group, int *made, int *error), MPI_Comm m; *error = MPI_Comm_create(COMM(comm), MPI_Group_f2c(*group), &m); *made = MPI_Comm_c2f(m);)
CALL(mpi_comm_split_type, (int *comm, int *kind, int *key, int *info, int *made, int *error), MPI_Comm m;
     *error = MPI_Comm_split_type(COMM(comm), *kind, *key, MPI_Info_f2c(*info), &m); *made = MPI_Comm_c2f(m);)
CALL(mpi_initialized, (int *flag, int *error), *error = MPI_Initialized(flag);)
CALL(mpi_ibarrier, (int *comm, int *request, int *error), MPI_Request made; *error = MPI_Ibarrier(COMM(comm), &made); *request = MPI_Request_c2f(made);)

/* Collectives of neighbours with equal parts, and windows. */
TO_ALL(mpi_neighbor_allgather, Neighbor_allgather, mpi_ineighbor_allgather, Ineighbor_allgather)
TO_ALL(mpi_neighbor_alltoall, Neighbor_alltoall, mpi_ineighbor_alltoall, Ineighbor_alltoall)
CALL(mpi_win_create, (void *base, MPI_Aint *bytes, int *unit, int *info, int *comm, int *win, int *error), MPI_Win m;
     *error = MPI_Win_create(base, *bytes, *unit, MPI_Info_f2c(*info), COMM(comm), &m); *win = MPI_Win_c2f(m);)
CALL(mpi_win_fence, (int *assertion, int *win, int *error), *error = MPI_Win_fence(*assertion, MPI_Win_f2c(*win));)
CALL(mpi_win_free, (int *win, int *error), MPI_Win m = MPI_Win_f2c(*win); *error = MPI_Win_free(&m); *win = MPI_Win_c2f(m);)
CALL(mpi_put, (void *data, int *n, int *type, int *peer, MPI_Aint *at, int *most, int *kind, int *win, int *error),
     *error = MPI_Put(data, *n, TYPE(type), *peer, *at, *most, TYPE(kind), MPI_Win_f2c(*win));)
CALL(mpi_get, (void *data, int *n, int *type, int *peer, MPI_Aint *at, int *most, int *kind, int *win, int *error),
     *error = MPI_Get(data, *n, TYPE(type), *peer, *at, *most, TYPE(kind), MPI_Win_f2c(*win));)
CALL(mpi_accumulate, (void *data, int *n, int *type, int *peer, MPI_Aint *at, int *most, int *kind, int *op, int *win, int *error),
     *error = MPI_Accumulate(data, *n, TYPE(type), *peer, *at, *most, TYPE(kind), OP(op), MPI_Win_f2c(*win));)
double call_mpi_wtime(void) BODY(mpi_wtime_);
double call_mpi_wtime(void) { return MPI_Wtime(); }
