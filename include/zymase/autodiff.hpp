// zymase/autodiff.hpp: derivatives for C++17.
//
//   double f(double x, const std::vector<double> &v, int n);
//
//   auto slots = zymase::autodiff<zymase::Reverse>(f, Active(x), Duplicated(&v, &dv), Const(n));
//   double dx = slots.get<0>();        // one slot per argument; dv has been added to
//
//   double df = zymase::autodiff<zymase::Forward>(f, Duplicated(x, 1.0), Duplicated(&v, &dv), Const(n));
//
// Functions, lambdas and other callables work, also generic ones. Objects that a callable holds are constants, unless
// the callable itself is given as Duplicated(&callable, &shadow). Above this file: zymase/derivatives.hpp, with
// gradient, jacobian, hessian, jvp, vjp and hvp.
#ifndef ZYMASE_AUTODIFF_HPP
#define ZYMASE_AUTODIFF_HPP

#include <tuple>
#include <zymase/detail/run.hpp>

namespace zymase {

// Modes.
struct Reverse {};
struct ReverseWithPrimal {};
struct Forward {};
struct ForwardWithPrimal {};

// The derivatives of a reverse call, one slot per argument: slot i belongs to argument i. It is `None` where the
// argument is not Active. A std::tuple: std::get and structured bindings work.
template <class... T> struct Slots : std::tuple<T...> {
  using std::tuple<T...>::tuple;

  template <std::size_t I> auto &get() { return std::get<I>(static_cast<std::tuple<T...> &>(*this)); }
  template <std::size_t I> const auto &get() const { return std::get<I>(static_cast<const std::tuple<T...> &>(*this)); }
};

// The value of the function beside its derivatives.
template <class Value, class... T> struct ValueAndSlots {
  Value value;
  Slots<T...> derivatives;
  template <std::size_t I> const auto &get() const { return derivatives.template get<I>(); }
};

// The value of the function beside its tangent.
template <class Value> struct ValueAndTangent {
  Value value;
  Value tangent;
};

namespace detail {

// Arguments may come without an annotation: numbers are Active in reverse mode, integers Const.
template <bool Reverse, class T> ZYMASE_INLINE decltype(auto) annotated(const T &argument) {
  if constexpr (annotation<T>::given) {
    return (argument);
  } else if constexpr (std::is_floating_point_v<T> && Reverse) {
    return Active<T>(argument);
  } else {
    static_assert(std::is_integral_v<T> || std::is_enum_v<T>,
                  "say how this argument takes part: Active(x), Duplicated(&x, &dx) or Const(x)");
    return Const<T>(argument);
  }
}

template <bool Reverse, class T>
using annotated_type = std::decay_t<decltype(annotated<Reverse>(std::declval<const T &>()))>;

template <class F, class... A>
using signature_of = decltype(signature_for<typename callable_of<F>::type, typename annotation<A>::type...>());

template <class Value, class... T>
ZYMASE_INLINE ValueAndSlots<Value, T...> named(reversed<Value, Slots<T...>> &&outcome) {
  return {std::move(outcome.value), std::move(outcome.slots)};
}

template <class Mode, class F, class... A> ZYMASE_INLINE auto autodiff(F &callable, const A &...arguments) {
  using signature = signature_of<F, A...>;
  if constexpr (std::is_same_v<Mode, zymase::Reverse>) {
    return run_reverse<false, Slots>(signature{}, callable, nothing{}, arguments...).slots;
  } else if constexpr (std::is_same_v<Mode, zymase::ReverseWithPrimal>) {
    return named(run_reverse<true, Slots>(signature{}, callable, nothing{}, arguments...));
  } else if constexpr (std::is_same_v<Mode, zymase::Forward>) {
    auto outcome = run_forward<false>(signature{}, callable, arguments...);
    if constexpr (!std::is_same_v<decltype(outcome.tangent), nothing>)
      return std::move(outcome.tangent);
  } else {
    static_assert(std::is_same_v<Mode, zymase::ForwardWithPrimal>,
                  "the mode is Reverse, ReverseWithPrimal, Forward or ForwardWithPrimal");
    auto outcome = run_forward<true>(signature{}, callable, arguments...);
    if constexpr (!std::is_same_v<decltype(outcome.tangent), nothing>)
      return ValueAndTangent<decltype(outcome.tangent)>{std::move(outcome.value), std::move(outcome.tangent)};
  }
}

} // namespace detail

// Differentiates a callable. Reverse returns Slots, ReverseWithPrimal a ValueAndSlots; Forward the tangent of the
// result, ForwardWithPrimal a ValueAndTangent. A result that is a number is seeded with 1 in reverse mode.
template <class Mode, class F, class... A> ZYMASE_INLINE auto autodiff(F &&callable, const A &...arguments) {
  constexpr bool reverse = std::is_same_v<Mode, Reverse> || std::is_same_v<Mode, ReverseWithPrimal>;
  return detail::autodiff<Mode, std::remove_reference_t<F>, detail::annotated_type<reverse, A>...>(
      callable, detail::annotated<reverse>(arguments)...);
}

template <std::size_t I, class... T> const auto &get(const Slots<T...> &slots) { return slots.template get<I>(); }

} // namespace zymase

template <class... T> struct std::tuple_size<zymase::Slots<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {};
template <std::size_t I, class... T> struct std::tuple_element<I, zymase::Slots<T...>> {
  using type = std::tuple_element_t<I, std::tuple<T...>>;
};

#endif
