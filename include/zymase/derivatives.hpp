// zymase/derivatives.hpp: gradients, products with Jacobians and Hessians, and these matrices themselves.
//
//   auto f = [](const std::vector<double> &x) { return …; };      // a number
//   std::vector<double> g = zymase::gradient(f, x);
//   std::vector<double> Hv = zymase::hvp(f, x, v);
//
//   auto r = [](const std::vector<double> &x) { return std::vector<double>{…}; };
//   zymase::Matrix<double> J = zymase::jacobian(r, x);
//   zymase::SparseMatrix<double> S = zymase::jacobian(r, x, zymase::jacobian_pattern(r, x));
//
// Inputs and outputs are numbers, std::array, std::vector and other ranges of numbers; gradients also take trivially
// copyable classes.
#ifndef ZYMASE_DERIVATIVES_HPP
#define ZYMASE_DERIVATIVES_HPP

#include <zymase/autodiff.hpp>
#include <zymase/detail/elements.hpp>
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

} // namespace detail

// H·v: the derivative of the gradient of f at x along v (forward over reverse).
template <class F, class X> auto hvp(F &&f, const X &x, const X &v) {
  detail::gradient_at<std::decay_t<F>, X> slope{{f}};
  X gradient = zero_like(x), product = zero_like(x);
  autodiff<Forward>(slope, Duplicated<const X &>(x, v), Duplicated<X &>(gradient, product));
  return product;
}

namespace detail {

// Along the sum of the unit vectors that `chosen` picks.
template <class X, class Chosen> X direction(const X &x, Chosen chosen) {
  X v = zero_like(x);
  const std::size_t size = size_of(x);
  for (std::size_t i = 0; i < size; ++i)
    if (chosen(i))
      element_at(v, i) = 1;
  return v;
}

template <class Y> Y unit_like(const Y &y, std::size_t index) {
  return direction(y, [index](std::size_t i) { return i == index; });
}

} // namespace detail

// The matrix of all first derivatives: by columns (forward mode) or by rows (reverse mode), whichever are fewer.
template <class F, class X> ZYMASE_INLINE auto jacobian(F &&f, const X &x) {
  using scalar = detail::element<X>;
  const auto y = f(x);
  Matrix<scalar> result(detail::size_of(y), detail::size_of(x));
  if (result.columns <= result.rows) {
    for (std::size_t column = 0; column < result.columns; ++column) {
      const auto tangent = jvp(f, x, detail::unit_like(x, column));
      for (std::size_t row = 0; row < result.rows; ++row)
        result(row, column) = detail::element_at(tangent, row);
    }
  } else {
    for (std::size_t row = 0; row < result.rows; ++row) {
      const auto slopes = vjp(f, detail::unit_like(y, row), x);
      for (std::size_t column = 0; column < result.columns; ++column)
        result(row, column) = detail::element_at(slopes, column);
    }
  }
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

inline std::size_t row_of(std::size_t row, std::size_t) { return row; }
inline std::size_t column_of(std::size_t, std::size_t column) { return column; }

template <class Entries> void add_nonzeros(Pattern &pattern, const Entries &entries) {
  for (std::size_t row = 0; row < pattern.rows; ++row)
    for (std::size_t column = 0; column < pattern.columns; ++column)
      if (entries(row, column) != 0)
        pattern.add(row, column);
}

} // namespace detail

// The entries of a pattern only, from one derivative per colour of its columns or of its rows, whichever has fewer.
// An entry that the pattern lacks is added to others of its colour: the pattern must be complete.
template <class F, class X> ZYMASE_INLINE auto jacobian(F &&f, const X &x, const Pattern &pattern) {
  SparseMatrix<detail::element<X>> result(pattern);
  const Colouring columns = colour_columns(pattern), rows = colour_columns(pattern.transposed());
  if (columns.count <= rows.count) {
    for (std::size_t colour = 0; colour < columns.count; ++colour) {
      auto chosen = [&](std::size_t column) { return columns.colour[column] == colour; };
      const auto tangent = jvp(f, x, detail::direction(x, chosen));
      detail::scatter(result, [&](std::size_t, std::size_t column) { return chosen(column); }, tangent, detail::row_of);
    }
  } else {
    const auto y = f(x);
    for (std::size_t colour = 0; colour < rows.count; ++colour) {
      auto chosen = [&](std::size_t row) { return rows.colour[row] == colour; };
      const auto slopes = vjp(f, detail::direction(y, chosen), x);
      detail::scatter(result, [&](std::size_t row, std::size_t) { return chosen(row); }, slopes, detail::column_of);
    }
  }
  return result;
}

// The matrix of all second derivatives of a number.
template <class F, class X> auto hessian(F &&f, const X &x) {
  Matrix<detail::element<X>> result(detail::size_of(x), detail::size_of(x));
  for (std::size_t column = 0; column < result.columns; ++column) {
    const X product = hvp(f, x, detail::unit_like(x, column));
    for (std::size_t row = 0; row < result.rows; ++row)
      result(row, column) = detail::element_at(product, row);
  }
  return result;
}

// The entries of a pattern only, one product with the Hessian per colour. The pattern must be complete.
template <class F, class X> auto hessian(F &&f, const X &x, const Pattern &pattern) {
  SparseMatrix<detail::element<X>> result(pattern);
  const Colouring columns = colour_columns(pattern);
  for (std::size_t colour = 0; colour < columns.count; ++colour) {
    auto chosen = [&](std::size_t column) { return columns.colour[column] == colour; };
    const X product = hvp(f, x, detail::direction(x, chosen));
    detail::scatter(result, [&](std::size_t, std::size_t column) { return chosen(column); }, product, detail::row_of);
  }
  return result;
}

// Patterns by probing: entries that are not zero at x, or at one of `probes` points near it. An entry that is zero at
// all of them is missed; probe where the function is as it will be used, or write the pattern down.
template <class F, class X> ZYMASE_INLINE Pattern jacobian_pattern(F &&f, const X &x, int probes = 3) {
  Pattern pattern(detail::size_of(f(x)), detail::size_of(x));
  for (int probe = 0; probe <= probes; ++probe)
    detail::add_nonzeros(pattern, jacobian(f, probe == 0 ? x : detail::near(x, probe)));
  return pattern;
}

template <class F, class X> Pattern hessian_pattern(F &&f, const X &x, int probes = 3) {
  Pattern pattern(detail::size_of(x), detail::size_of(x));
  for (int probe = 0; probe <= probes; ++probe)
    detail::add_nonzeros(pattern, hessian(f, probe == 0 ? x : detail::near(x, probe)));
  return pattern;
}

} // namespace zymase

#endif
