// What a callable takes and returns, and the function with plain parameters that stands for it in a derivative call.
#ifndef ZYMASE_DETAIL_SIGNATURE_HPP
#define ZYMASE_DETAIL_SIGNATURE_HPP

#include <new>
#include <zymase/detail/arguments.hpp>

namespace zymase::detail {

template <class R, class... P> struct signature {
  using result = R;
  static constexpr std::size_t arity = sizeof...(P);
};

// ---- The parameters of functions and of classes with a single operator().

template <class F> struct declared;
template <class R, class... P> struct declared<R (*)(P...)> {
  using type = signature<R, P...>;
};
template <class R, class... P> struct declared<R (*)(P...) noexcept> {
  using type = signature<R, P...>;
};
template <class R, class C, class... P> struct declared<R (C::*)(P...)> {
  using type = signature<R, P...>;
};
template <class R, class C, class... P> struct declared<R (C::*)(P...) const> {
  using type = signature<R, P...>;
};
template <class R, class C, class... P> struct declared<R (C::*)(P...) noexcept> {
  using type = signature<R, P...>;
};
template <class R, class C, class... P> struct declared<R (C::*)(P...) const noexcept> {
  using type = signature<R, P...>;
};

template <class F, class = void> struct has_single_call : std::false_type {};
template <class F> struct has_single_call<F, std::void_t<decltype(&F::operator())>> : std::true_type {};

// A generic or overloaded callable gets the arguments as they are: numbers and classes by value, what an annotation
// names as a reference by reference.
template <class T> using as_parameter = std::conditional_t<std::is_reference_v<T>, T, plain<T>>;

template <class F, class... T> constexpr auto signature_from_arguments() {
  static_assert(std::is_invocable_v<F &, as_parameter<T>...>,
                "the function cannot be called with arguments of these types");
  return signature<std::invoke_result_t<F &, as_parameter<T>...>, as_parameter<T>...>{};
}

template <class F, class... T> constexpr auto signature_for() {
  static_assert(!std::is_member_pointer_v<F>, "pass a lambda that calls the member function");
  if constexpr (std::is_pointer_v<F>)
    return typename declared<F>::type{};
  else if constexpr (has_single_call<F>::value)
    return typename declared<decltype(&F::operator())>::type{};
  else
    return signature_from_arguments<F, T...>();
}

// ---- Parameters as the derivative call passes them: scalars by value, everything else by address. How a class is
// passed by value depends on its size and members; an address never does.

template <class P> struct passed_by_address {
  static constexpr bool value = !is_scalar<std::remove_cv_t<P>>;
};
template <class P>
using raw = std::conditional_t<passed_by_address<P>::value, plain<P> *, std::remove_cv_t<std::remove_reference_t<P>>>;

template <class P> ZYMASE_INLINE P from_raw(raw<P> value) {
  if constexpr (std::is_reference_v<P>)
    return static_cast<P>(*value);
  else if constexpr (passed_by_address<P>::value)
    return P(*value);
  else
    return value;
}

// The callable by address, or a function by its address.
template <class F> using callable_operand = std::conditional_t<std::is_pointer_v<F>, F, F *>;

// Results: a number by value, a class through memory (constructed there, as it may hold memory of its own).
template <class F, class S> struct target;

template <class F, class R, class... P> struct target<F, signature<R, P...>> {
  using result = plain<R>;
  static constexpr bool result_in_memory = !std::is_void_v<R> && !is_scalar<result>;

  static result by_value(callable_operand<F> callable, raw<P>... arguments) {
    return (*callable)(from_raw<P>(arguments)...);
  }
  static void construct(callable_operand<F> callable, result *place, raw<P>... arguments) {
    ::new (static_cast<void *>(place)) result((*callable)(from_raw<P>(arguments)...));
  }
  static void assign(callable_operand<F> callable, result *place, raw<P>... arguments) {
    *place = (*callable)(from_raw<P>(arguments)...);
  }

  // A function whose own parameters are already plain needs nothing in between.
  static constexpr bool is_direct = std::is_pointer_v<F> && (std::is_void_v<R> || is_scalar<R>)&&
      ((std::is_lvalue_reference_v<P> || is_scalar<std::remove_cv_t<P>>)&&...);
};

} // namespace zymase::detail

#endif
