// Derivatives along several directions at once: the function itself runs once for all of them.
#ifndef ZYMASE_DETAIL_LANES_HPP
#define ZYMASE_DETAIL_LANES_HPP

#include <zymase/autodiff.h>
#include <zymase/detail/elements.hpp>

namespace zymase::detail {

constexpr std::size_t lanes = 4;

// Memory for as many directions, or derivatives along them, as there are lanes.
template <class T> struct Lanes {
  T each[lanes];
  explicit Lanes(const T &like) : each{zero_like(like), zero_like(like), zero_like(like), zero_like(like)} {}
  T &operator[](std::size_t lane) { return each[lane]; }
};

// A function with its result in memory that is there already.
template <class F, class X, class Y> void write_result(const F *f, const X *x, Y *y) {
  const auto result = (*f)(*x);
  const std::size_t size = size_of(result);
  for (std::size_t i = 0; i < size; ++i)
    element_at(*y, i) = element_at(result, i);
}

// Lambdas have no linkage, so that no undefined function can have a pointer to them as its parameter.
template <class T> ZYMASE_INLINE void *address(T &object) {
  return const_cast<void *>(static_cast<const volatile void *>(std::addressof(object)));
}

// J·v for each v.
template <class F, class X, class Y>
ZYMASE_INLINE void products(const F &f, const X &x, Y &y, Lanes<X> &v, Lanes<Y> &results) {
  __enzyme_fwddiff<void>(reinterpret_cast<void *>(&write_result<F, X, Y>), enzyme_width, lanes, enzyme_const,
                         address(f), enzyme_dup, address(x), address(v[0]), address(v[1]), address(v[2]),
                         address(v[3]), enzyme_dup, address(y), address(results[0]), address(results[1]),
                         address(results[2]), address(results[3]));
}

// Jᵀ·s for each s, which is used up.
template <class F, class X, class Y>
ZYMASE_INLINE void transposed_products(const F &f, const X &x, Y &y, Lanes<Y> &s, Lanes<X> &results) {
  __enzyme_autodiff<void>(reinterpret_cast<void *>(&write_result<F, X, Y>), enzyme_width, lanes, enzyme_const,
                          address(f), enzyme_dup, address(x), address(results[0]), address(results[1]),
                          address(results[2]), address(results[3]), enzyme_dup, address(y), address(s[0]),
                          address(s[1]), address(s[2]), address(s[3]));
}

// Runs through so many directions, a block of lanes after the other: `choose(lane, index)` sets what is needed for one
// of them, `run` finds the derivatives, `take(lane, index)` reads one.
template <class Choose, class Run, class Take>
void in_blocks(std::size_t count, Choose choose, Run run, Take take) {
  for (std::size_t first = 0; first < count; first += lanes) {
    const std::size_t used = count - first < lanes ? count - first : lanes;
    for (std::size_t lane = 0; lane < used; ++lane)
      choose(lane, first + lane);
    run();
    for (std::size_t lane = 0; lane < used; ++lane)
      take(lane, first + lane);
  }
}

} // namespace zymase::detail

#endif
