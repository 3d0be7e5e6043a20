/* Counts what a rank puts into messages: calls of MPI go through here. It is compiled without derivatives. Of a collective that is what the rank gives to others,
   or, where one rank gives to all, what it gets. */
#include <mpi.h>

long counted_bytes, counted_calls;

static void count(long elements, MPI_Datatype type) {
  int size;
  PMPI_Type_size(type, &size);
  counted_bytes += elements * size;
  counted_calls++;
}

static int rank_in(MPI_Comm comm) {
  int rank;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

static int others(MPI_Comm comm) {
  int ranks;
  PMPI_Comm_size(comm, &ranks);
  return ranks - 1;
}

#define MESSAGE const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm
#define SENT if (to != MPI_PROC_NULL) count(n, type)
int MPI_Send(MESSAGE) { SENT; return PMPI_Send(data, n, type, to, tag, comm); }
int MPI_Isend(MESSAGE, MPI_Request *request) { SENT; return PMPI_Isend(data, n, type, to, tag, comm, request); }
int MPI_Sendrecv(const void *data, int n, MPI_Datatype type, int to, int tag, void *in, int most, MPI_Datatype other, int from, int mark, MPI_Comm comm,
                 MPI_Status *status) {
  SENT;
  return PMPI_Sendrecv(data, n, type, to, tag, in, most, other, from, mark, comm, status);
}

int MPI_Bcast(void *data, int n, MPI_Datatype type, int root, MPI_Comm comm) {
  if (rank_in(comm) != root) count(n, type);
  return PMPI_Bcast(data, n, type, root, comm);
}
int MPI_Ibcast(void *data, int n, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request) {
  if (rank_in(comm) != root) count(n, type);
  return PMPI_Ibcast(data, n, type, root, comm, request);
}
int MPI_Reduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  if (rank_in(comm) != root) count(n, type);
  return PMPI_Reduce(in, out, n, type, op, root, comm);
}
int MPI_Ireduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request) {
  if (rank_in(comm) != root) count(n, type);
  return PMPI_Ireduce(in, out, n, type, op, root, comm, request);
}
int MPI_Allreduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  if (others(comm)) count(n, type);
  return PMPI_Allreduce(in, out, n, type, op, comm);
}
int MPI_Iallreduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request) {
  if (others(comm)) count(n, type);
  return PMPI_Iallreduce(in, out, n, type, op, comm, request);
}
int MPI_Iallgather(const void *in, int n, MPI_Datatype type, void *out, int most, MPI_Datatype other, MPI_Comm comm, MPI_Request *request) {
  count((long)n * others(comm), type);
  return PMPI_Iallgather(in, n, type, out, most, other, comm, request);
}
