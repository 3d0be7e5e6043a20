// Numbers, arrays, vectors and other ranges of numbers, seen as vectors of elements.
#ifndef ZYMASE_DETAIL_ELEMENTS_HPP
#define ZYMASE_DETAIL_ELEMENTS_HPP

#include <iterator>
#include <vector>
#include <zymase/detail/arguments.hpp>

namespace zymase {

// A dense matrix, row after row.
template <class T> struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<T> values;
  Matrix(std::size_t rows, std::size_t columns) : rows(rows), columns(columns), values(rows * columns) {}
  T &operator()(std::size_t row, std::size_t column) { return values[row * columns + column]; }
  const T &operator()(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

namespace detail {

template <class X> struct element_of {
  using type = plain<decltype(*std::declval<X &>().begin())>;
};
template <> struct element_of<float> {
  using type = float;
};
template <> struct element_of<double> {
  using type = double;
};
template <> struct element_of<long double> {
  using type = long double;
};
template <class X> using element = typename element_of<plain<X>>::type;

template <class X> std::size_t size_of(const X &x) {
  if constexpr (std::is_arithmetic_v<X>)
    return 1;
  else
    return static_cast<std::size_t>(std::distance(x.begin(), x.end()));
}

template <class X> auto &element_at(X &x, std::size_t index) {
  if constexpr (std::is_arithmetic_v<plain<X>>)
    return x;
  else
    return *std::next(x.begin(), static_cast<std::ptrdiff_t>(index));
}

// The sum of products, over results of any shape; what reverse mode differentiates when a seed is given.
template <class Y> auto dot(const Y &seed, const Y &y) {
  if constexpr (std::is_arithmetic_v<Y>) {
    return seed * y;
  } else {
    element<Y> sum(0);
    auto weight = seed.begin();
    for (const auto &each : y)
      sum += *weight++ * each;
    return sum;
  }
}

} // namespace detail
} // namespace zymase

#endif
