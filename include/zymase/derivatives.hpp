// zymase/derivatives.hpp: gradients, products with Jacobians and Hessians, and these matrices themselves.
//
//   auto f = [](const std::vector<double> &x) { return …; };      // a number
//   std::vector<double> g = zymase::gradient(f, x);
//   std::vector<double> Hv = zymase::hvp(f, x, v);
//
//   auto r = [](const std::vector<double> &x) { return std::vector<double>{…}; };
//   zymase::Matrix<double> J = zymase::jacobian(r, x);
//   zymase::SparseMatrix<double> S = zymase::sparse_jacobian(r, x);
//
// Inputs and outputs are numbers, std::array, std::vector and other ranges of numbers; gradients also take trivially
// copyable classes.
#ifndef ZYMASE_DERIVATIVES_HPP
#define ZYMASE_DERIVATIVES_HPP

#include <zymase/autodiff.hpp>
#include <zymase/detail/elements.hpp>
#include <zymase/detail/lanes.hpp>
#include <limits>
#include <zymase/sparse.hpp>

namespace zymase {
namespace detail {

// Numbers and classes are what is differentiated; integers, and what is annotated, stay as they are.
template <class T> ZYMASE_INLINE decltype(auto) differentiated(const T &argument) {
  if constexpr (annotation<T>::given)
    return (argument);
  else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
    return Const<T>(argument);
  else
    return Active<T>(argument);
}
template <class T> using differentiated_type = std::decay_t<decltype(differentiated(std::declval<const T &>()))>;

// One argument: its derivative; several: a slot each.
template <class T> ZYMASE_INLINE T unwrapped(Slots<T> &&slots) { return std::get<0>(std::move(slots)); }
template <class A, class B, class... T> ZYMASE_INLINE Slots<A, B, T...> unwrapped(Slots<A, B, T...> &&slots) {
  return std::move(slots);
}

template <class F, class Seed, class... A>
ZYMASE_INLINE auto seeded(F &callable, const Seed &seed, const A &...arguments) {
  return unwrapped(run_reverse<false, Slots>(signature_of<F, A...>{}, callable, seed, arguments...).slots);
}

} // namespace detail

// The derivative of a number by each argument. One argument: of its type; several: Slots, one per argument.
template <class F, class... X> ZYMASE_INLINE auto gradient(F &&f, const X &...x) {
  return detail::unwrapped(detail::autodiff<Reverse, std::remove_reference_t<F>, detail::differentiated_type<X>...>(
      f, detail::differentiated(x)...));
}

// The same with the value: {value, derivatives}, as Slots also for one argument.
template <class F, class... X> ZYMASE_INLINE auto value_and_gradient(F &&f, const X &...x) {
  return detail::autodiff<ReverseWithPrimal, std::remove_reference_t<F>, detail::differentiated_type<X>...>(
      f, detail::differentiated(x)...);
}

// J·v: the derivative of f at x along v.
template <class F, class X> ZYMASE_INLINE auto jvp(F &&f, const X &x, const X &v) {
  return autodiff<Forward>(f, Duplicated<const X &>(x, v));
}

// Jᵀ·seed: the derivative of seed·f(x…) by each argument, shaped as that of `gradient`.
template <class F, class Seed, class... X> ZYMASE_INLINE auto vjp(F &&f, const Seed &seed, const X &...x) {
  using callable = std::remove_reference_t<F>;
  using result =
      detail::plain<typename detail::signature_of<callable, detail::differentiated_type<X>...>::result>;
  if constexpr (std::is_trivially_copyable_v<result>) {
    return detail::seeded<callable, result, detail::differentiated_type<X>...>(f, result(seed),
                                                                              detail::differentiated(x)...);
  } else {
    std::decay_t<F> inner(f);
    auto objective = [inner, &seed](const auto &...at) { return detail::dot<result>(seed, inner(at...)); };
    return gradient(objective, x...);
  }
}

namespace detail {

// x ↦ ∇f(x), written into an argument: what forward mode differentiates for products with the Hessian.
template <class F> struct gradient_of {
  F f;
  template <class X> void operator()(const X &x, X &result) const {
    auto caller = [this](const X &at) { return f(at); };
    if constexpr (std::is_arithmetic_v<X>)
      result += autodiff<Reverse>(caller, Active<X>(x)).template get<0>();
    else
      autodiff<Reverse>(caller, Duplicated<const X &>(x, result));
  }
};

template <class F, class X> struct gradient_at : gradient_of<F> {
  void operator()(const X &x, X &result) const { gradient_of<F>::operator()(x, result); }
};

// The same as a function of x alone.
template <class F, class X> struct gradient_value : gradient_of<F> {
  X operator()(const X &x) const {
    X result = zero_like(x);
    gradient_of<F>::operator()(x, result);
    return result;
  }
};

} // namespace detail

// H·v: the derivative of the gradient of f at x along v (forward over reverse).
template <class F, class X> auto hvp(F &&f, const X &x, const X &v) {
  detail::gradient_at<std::decay_t<F>, X> slope{{f}};
  X gradient = zero_like(x), product = zero_like(x);
  autodiff<Forward>(slope, Duplicated<const X &>(x, v), Duplicated<X &>(gradient, product));
  return product;
}

namespace detail {

// Sets v to the sum of the unit vectors that `chosen` picks.
template <class X, class Chosen> void set_direction(X &v, Chosen chosen) {
  const std::size_t size = size_of(v);
  for (std::size_t i = 0; i < size; ++i)
    element_at(v, i) = chosen(i) ? 1 : 0;
}

// Every column by itself, or every row.
struct one_by_one {
  std::size_t count;
  bool chosen(std::size_t index, std::size_t i) const { return index == i; }
};
// One colour after the other.
struct by_colour {
  const Colouring &colouring;
  std::size_t count = colouring.count;
  bool chosen(std::size_t index, std::size_t i) const { return colouring.colour[i] == index; }
};

// Calls take(index, J·v) for the sum v of the columns of each group.
template <class F, class X, class Y, class Groups, class Take>
ZYMASE_INLINE void for_columns(const F &f, const X &x, Y y, const Groups &groups, Take take) {
  Lanes<X> v(x);
  Lanes<Y> tangents(y);
  in_blocks(
      groups.count,
      [&](std::size_t lane, std::size_t index) {
        set_direction(v[lane], [&](std::size_t i) { return groups.chosen(index, i); });
      },
      [&] { products(f, x, y, v, tangents); },
      [&](std::size_t lane, std::size_t index) { take(index, tangents[lane]); });
}

// Calls take(index, Jᵀ·s) for the sum s of the rows of each group.
template <class F, class X, class Y, class Groups, class Take>
ZYMASE_INLINE void for_rows(const F &f, const X &x, Y y, const Groups &groups, Take take) {
  Lanes<X> slopes(x);
  Lanes<Y> seeds(y);
  in_blocks(
      groups.count,
      [&](std::size_t lane, std::size_t index) {
        set_direction(seeds[lane], [&](std::size_t i) { return groups.chosen(index, i); });
        set_zero(slopes[lane]);
      },
      [&] { transposed_products(f, x, y, seeds, slopes); },
      [&](std::size_t lane, std::size_t index) { take(index, slopes[lane]); });
}

// A function, or an object with operator(), as an object.
template <class F> using callable = std::decay_t<F>;

} // namespace detail

// The matrix of all first derivatives: by columns (forward mode) or by rows (reverse mode), whichever are fewer, several
// at once.
template <class F, class X> ZYMASE_INLINE auto jacobian(F &&f, const X &x) {
  const detail::callable<F> callable(f);
  const auto y = callable(x);
  Matrix<detail::element<X>> result(detail::size_of(y), detail::size_of(x));
  if (result.columns <= result.rows)
    detail::for_columns(callable, x, y, detail::one_by_one{result.columns},
                        [&](std::size_t column, const auto &tangent) {
                          for (std::size_t row = 0; row < result.rows; ++row)
                            result(row, column) = detail::element_at(tangent, row);
                        });
  else
    detail::for_rows(callable, x, y, detail::one_by_one{result.rows}, [&](std::size_t row, const auto &slopes) {
      for (std::size_t column = 0; column < result.columns; ++column)
        result(row, column) = detail::element_at(slopes, column);
    });
  return result;
}

namespace detail {

// Puts the derivative along one colour where it belongs: entry (row, column) is `values[index(row, column)]`.
template <class T, class Belongs, class Values, class Index>
void scatter(SparseMatrix<T> &result, Belongs belongs, const Values &values, Index index) {
  for (std::size_t row = 0; row < result.rows; ++row)
    for (std::size_t k = result.row_starts[row]; k < result.row_starts[row + 1]; ++k)
      if (belongs(row, result.column_indices[k]))
        result.values[k] = element_at(values, index(row, result.column_indices[k]));
}

// The same for the columns of a colour.
template <class T, class Values>
void scatter_columns(SparseMatrix<T> &result, const by_colour &groups, std::size_t colour, const Values &values) {
  scatter(
      result, [&](std::size_t, std::size_t column) { return groups.chosen(colour, column); }, values,
      [](std::size_t row, std::size_t) { return row; });
}

} // namespace detail

// The entries of a pattern only, from one derivative per colour of its columns or of its rows, whichever has fewer.
// An entry that the pattern lacks is added to others of its colour: the pattern must be complete.
template <class F, class X> ZYMASE_INLINE auto jacobian(F &&f, const X &x, const Pattern &pattern) {
  const detail::callable<F> callable(f);
  const auto y = callable(x);
  SparseMatrix<detail::element<X>> result(pattern);
  const Colouring columns = colour_columns(pattern), rows = colour_columns(pattern.transposed());
  const detail::by_colour of_columns{columns}, of_rows{rows};
  if (columns.count <= rows.count)
    detail::for_columns(callable, x, y, of_columns, [&](std::size_t colour, const auto &tangent) {
      detail::scatter_columns(result, of_columns, colour, tangent);
    });
  else
    detail::for_rows(callable, x, y, of_rows, [&](std::size_t colour, const auto &slopes) {
      detail::scatter(
          result, [&](std::size_t row, std::size_t) { return of_rows.chosen(colour, row); }, slopes,
          [](std::size_t, std::size_t column) { return column; });
    });
  return result;
}

// The matrix of all second derivatives of a number.
template <class F, class X> auto hessian(F &&f, const X &x) {
  Matrix<detail::element<X>> result(detail::size_of(x), detail::size_of(x));
  const detail::gradient_value<detail::callable<F>, X> slope{{f}};
  detail::for_columns(slope, x, zero_like(x), detail::one_by_one{result.columns},
                      [&](std::size_t column, const X &product) {
                        for (std::size_t row = 0; row < result.rows; ++row)
                          result(row, column) = detail::element_at(product, row);
                      });
  return result;
}

namespace detail {

// The same pattern with its mirror image and its diagonal.
inline Pattern symmetric(const Pattern &pattern) {
  Pattern result(pattern.rows, pattern.columns);
  for (std::size_t row = 0; row < pattern.rows; ++row) {
    result.add(row, row);
    for (std::size_t column : pattern.columns_of_row[row]) {
      result.add(row, column);
      result.add(column, row);
    }
  }
  return result;
}

} // namespace detail

// The entries of a pattern only, one product with the Hessian per colour: each entry is found in its own column or in that of its
// mirror image. The pattern must be complete.
template <class F, class X> auto hessian(F &&f, const X &x, const Pattern &pattern) {
  SparseMatrix<detail::element<X>> result(pattern);
  const Pattern whole = detail::symmetric(pattern);
  const Colouring colouring = colour_symmetric(whole);
  const detail::by_colour groups{colouring};
  const detail::gradient_value<detail::callable<F>, X> slope{{f}};
  detail::for_columns(slope, x, zero_like(x), groups, [&](std::size_t colour, const X &product) {
    for (std::size_t row = 0; row < result.rows; ++row)
      for (std::size_t k = result.row_starts[row]; k < result.row_starts[row + 1]; ++k) {
        const std::size_t column = result.column_indices[k];
        const bool here = detail::is_alone(whole, colouring, row, column);
        if (colouring.colour[here ? column : row] == colour)
          result.values[k] = detail::element_at(product, here ? row : column);
      }
  });
  return result;
}

namespace detail {

#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
constexpr bool has_nan = false;
#else
constexpr bool has_nan = true;
#endif

// Columns [first, last) of a matrix.
struct Block {
  std::size_t first, last;
};

// Sets v to NaN in the blocks that `chosen` picks, and to zero elsewhere.
template <class X, class Chosen> void mark(X &v, const std::vector<Block> &blocks, Chosen chosen) {
  for (std::size_t block = 0; block < blocks.size(); ++block)
    for (std::size_t i = blocks[block].first; i < blocks[block].last; ++i)
      element_at(v, i) = chosen(block) ? std::numeric_limits<element<X>>::quiet_NaN() : element<X>(0);
}

// Both halves of each block.
inline std::vector<Block> halves(const std::vector<Block> &blocks) {
  std::vector<Block> result;
  for (const Block &block : blocks) {
    const std::size_t middle = block.first + (block.last - block.first + 1) / 2;
    result.push_back({block.first, middle});
    result.push_back({middle, block.last});
  }
  return result;
}

// Which entries of the Jacobian of f there are at x. A derivative along NaN is NaN in every row that depends on the column, also where
// the factor is zero. First all columns are one block. Blocks are halved again and again; of those that have no row in common,
// one derivative tells for all their rows which half it is.
template <class F, class X, class Y> ZYMASE_INLINE Pattern structure(const F &f, const X &x, const Y &y) {
  static_assert(has_nan, "zymase: patterns are found by NaN, which -ffast-math and -ffinite-math-only forget: give a pattern");
  if (size_of(x) == 0)
    return Pattern(size_of(y), 0);
  std::vector<Block> blocks{{0, size_of(x)}};
  Pattern pattern(size_of(y), 1);
  for (std::size_t row = 0; row < pattern.rows; ++row)
    pattern.add(row, 0);
  for (std::size_t size = size_of(x); size > 1; size = (size + 1) / 2) {
    const Colouring colouring = colour_columns(pattern);
    const std::vector<Block> next = halves(blocks);
    Pattern finer(pattern.rows, next.size());
    Lanes<X> v(x);
    Lanes<Y> tangents(y);
    Y value(y);
    in_blocks(
        2 * colouring.count,
        [&](std::size_t lane, std::size_t index) {
          mark(v[lane], next, [&](std::size_t half) {
            return half % 2 == index % 2 && colouring.colour[half / 2] == index / 2;
          });
        },
        [&] { products(f, x, value, v, tangents); },
        [&](std::size_t lane, std::size_t index) {
          for (std::size_t row = 0; row < pattern.rows; ++row)
            if (element_at(tangents[lane], row) != element_at(tangents[lane], row))
              for (std::size_t block : pattern.columns_of_row[row])
                if (colouring.colour[block] == index / 2 && next[2 * block + index % 2].first < next[2 * block + index % 2].last)
                  finer.add(row, 2 * block + index % 2);
        });
    blocks = next;
    pattern = finer;
  }
  Pattern result(pattern.rows, size_of(x));
  for (std::size_t row = 0; row < pattern.rows; ++row)
    for (std::size_t block : pattern.columns_of_row[row])
      result.add(row, blocks[block].first);
  return result;
}

} // namespace detail

// Which entries there are, on the way that f takes through its branches at x: an entry that is zero at x by chance is among them. Costs
// about as many derivatives as the matrix itself, times the logarithm of the number of columns.
template <class F, class X> ZYMASE_INLINE Pattern jacobian_pattern(F &&f, const X &x) {
  const detail::callable<F> callable(f);
  return detail::structure(callable, x, callable(x));
}

template <class F, class X> ZYMASE_INLINE Pattern hessian_pattern(F &&f, const X &x) {
  const detail::gradient_value<detail::callable<F>, X> slope{{f}};
  return detail::structure(slope, x, zero_like(x));
}

// Matrices with few entries, which are found by the way: all that can be other than zero on the way f takes at x.
template <class F, class X> ZYMASE_INLINE auto sparse_jacobian(F &&f, const X &x) {
  return jacobian(f, x, jacobian_pattern(f, x));
}

template <class F, class X> ZYMASE_INLINE auto sparse_hessian(F &&f, const X &x) {
  return hessian(f, x, hessian_pattern(f, x));
}

} // namespace zymase

#endif
