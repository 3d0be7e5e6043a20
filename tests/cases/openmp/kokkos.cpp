// Programs in the style of Kokkos: views that are counted, with layouts, policies, functors, and reducers, over OpenMP.
// flags: -std=c++17 -fopenmp
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <omp.h>
#include <string>

namespace portable {

struct Right {
  static int at(int i, int j, int, int columns) { return i * columns + j; }
};
struct Left {
  static int at(int i, int j, int rows, int) { return i + j * rows; }
};

// An array that its copies share.
template <class Layout = Right> class View {
  struct Shared {
    std::atomic<int> owners;
    double *data;
  };
  Shared *shared = nullptr;
  double *data = nullptr;
  int rows = 0, columns = 1;

public:
  View() = default;
  View(int rows, int columns = 1) : rows(rows), columns(columns) {
    data = static_cast<double *>(std::calloc(rows * columns, sizeof(double)));
    shared = new Shared{{1}, data};
  }
  // A view of what belongs to somebody else.
  View(double *data, int rows, int columns = 1) : data(data), rows(rows), columns(columns) {}
  View(const View &other) : shared(other.shared), data(other.data), rows(other.rows), columns(other.columns) {
    if (shared)
      ++shared->owners;
  }
  View &operator=(const View &) = delete;
  ~View() {
    if (shared && --shared->owners == 0) {
      std::free(shared->data);
      delete shared;
    }
  }
  double &operator()(int i) const { return data[i]; }
  double &operator()(int i, int j) const { return data[Layout::at(i, j, rows, columns)]; }
  int extent(int dimension) const { return dimension ? columns : rows; }
};

struct RangePolicy {
  int begin, end;
};
struct Tile {
  int begin[2], end[2];
};

template <class Functor> void parallel_for(const std::string &, RangePolicy policy, const Functor &functor) {
#pragma omp parallel for
  for (int i = policy.begin; i < policy.end; ++i)
    functor(i);
}

template <class Functor> void parallel_for(const std::string &, Tile tile, const Functor &functor) {
#pragma omp parallel for collapse(2)
  for (int i = tile.begin[0]; i < tile.end[0]; ++i)
    for (int j = tile.begin[1]; j < tile.end[1]; ++j)
      functor(i, j);
}

struct Sum {
  double &result;
  static double first() { return 0; }
  static void join(double &into, double from) { into += from; }
};
struct Max {
  double &result;
  static double first() { return -INFINITY; }
  static void join(double &into, double from) { into = from > into ? from : into; }
};

template <class Functor, class Reducer>
void parallel_reduce(const std::string &, RangePolicy policy, const Functor &functor, Reducer reducer) {
  double total = Reducer::first();
#pragma omp parallel
  {
    double own = Reducer::first();
#pragma omp for nowait
    for (int i = policy.begin; i < policy.end; ++i)
      functor(i, own);
#pragma omp critical
    Reducer::join(total, own);
  }
  reducer.result = total;
}

template <class Functor> void parallel_reduce(const std::string &, RangePolicy policy, const Functor &functor, double &result) {
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = policy.begin; i < policy.end; ++i)
    functor(i, total);
  result = total;
}

} // namespace portable

using namespace portable;

// check: double product(int n = 3, double *a = {1, 2, 3, 4, 5, 6, 7, 8, 10}, double *x = {0.5, -1, 0.25})
// value: 9.28649329225936
// expect: a = {-1.00472512173314, -1.67891404153841, -1.67891404153841, 2.00945024346629, 3.35782808307683, 3.35782808307683, -0.502362560866572, -0.839457020769207, -0.839457020769207}, x = {-18.7985906588504, -44.9739098877103, -74.507057199647}
extern "C" double product(int n, double *a, double *x) {
  View<Left> matrix(a, n, n);
  View<> vector(x, n), result(n);
  parallel_for("product", RangePolicy{0, n}, [=](int i) {
    double sum = 0;
    for (int j = 0; j < matrix.extent(1); ++j)
      sum += matrix(i, j) * vector(j);
    result(i) = sum;
  });
  double squares = 0, most = 0;
  parallel_reduce("squares", RangePolicy{0, n}, [=](int i, double &sum) { sum += result(i) * result(i); }, squares);
  parallel_reduce("most", RangePolicy{0, n}, [=](int i, double &most) { most = result(i) > most ? result(i) : most; }, Max{most});
  return squares * std::exp(0.1 * most);
}

// A functor with views as members.
struct Heat {
  View<> now, next;
  double rate;
  void operator()(int i, int j) const {
    int rows = now.extent(0), columns = now.extent(1);
    double around = 0;
    around += i > 0 ? now(i - 1, j) : 0;
    around += i + 1 < rows ? now(i + 1, j) : 0;
    around += j > 0 ? now(i, j - 1) : 0;
    around += j + 1 < columns ? now(i, j + 1) : 0;
    next(i, j) = now(i, j) + rate * (around - 4 * now(i, j)) * now(i, j);
  }
};

// check: double heat(int n = 4, int steps = 3, double rate = 0.05, double *u = {1, 2, 4, 3, 0.5, 1.5, 2.5, 1, 3, 0, 2, 1, 1, 2, 0, 1})
// value: 18.9178100246626
// expect: rate = -311.204048505475, u = {1.20750916752915, 1.37935420247184, 0.186396801444265, 0.50272593474847, 2.29750708830121, 1.77972747370232, 1.47822347591807, 2.79836768770959, 0.00576311181956936, 2.14787959039357, 0.832906791279461, 1.68909155818253, 1.23932857944701, 0.239591499394165, 1.0315733673497, 0.652457854911808}
extern "C" double heat(int n, int steps, double rate, double *u) {
  View<> now(n, n), next(n, n);
  parallel_for("begin", Tile{{0, 0}, {n, n}}, [=](int i, int j) { now(i, j) = u[i * n + j]; });
  for (int step = 0; step < steps; ++step) {
    parallel_for("step", Tile{{0, 0}, {n, n}}, Heat{now, next, rate});
    parallel_for("swap", Tile{{0, 0}, {n, n}}, [=](int i, int j) { now(i, j) = next(i, j); });
  }
  double energy = 0;
  parallel_reduce("energy", RangePolicy{0, n}, [=](int i, double &sum) {
    for (int j = 0; j < now.extent(1); ++j)
      sum += now(i, j) * now(i, j);
  }, Sum{energy});
  return energy;
}
