// The operands that one argument contributes to a derivative call, and where its derivative is afterwards.
#ifndef ZYMASE_DETAIL_PASSING_HPP
#define ZYMASE_DETAIL_PASSING_HPP

#include <zymase/autodiff.h>
#include <zymase/detail/fields.hpp>
#include <zymase/detail/signature.hpp>

namespace zymase::detail {

// Each `passing` has `size` operands `operand<0>()`, …, a list `outs` of the fields it adds to the result of the call,
// and after the call its `derivative`.

// Whether the parameter P, a reference or a class, can be the very object that the caller has.
template <class T, class P>
constexpr bool binds_in_place = std::is_same_v<plain<T>, plain<P>> || std::is_base_of_v<plain<P>, plain<T>>;

template <class P, class T> ZYMASE_INLINE plain<P> *address_of(T &value) {
  if constexpr (std::is_pointer_v<plain<T>> && !std::is_pointer_v<plain<P>>)
    return const_cast<plain<P> *>(static_cast<const volatile plain<P> *>(value));
  else
    return const_cast<plain<P> *>(static_cast<const volatile plain<P> *>(std::addressof(value)));
}

// A value as the raw parameter P.
template <class T, class P, class = void> struct holder;

// Scalars by value.
template <class T, class P> struct holder<T, P, std::enable_if_t<!passed_by_address<P>::value>> {
  raw<P> value;
  ZYMASE_INLINE explicit holder(const plain<T> &from) : value((raw<P>)from) {}
  ZYMASE_INLINE raw<P> operand() const { return value; }
};
// By address, of what is already there.
template <class T, class P>
struct holder<T, P,
              std::enable_if_t<passed_by_address<P>::value &&
                               (binds_in_place<T, P> || std::is_pointer_v<plain<T>>)>> {
  plain<P> *value;
  ZYMASE_INLINE explicit holder(const plain<T> &from) : value(address_of<P>(from)) {}
  ZYMASE_INLINE plain<P> *operand() const { return value; }
};
// By address, of a converted copy.
template <class T, class P>
struct holder<T, P,
              std::enable_if_t<passed_by_address<P>::value && !binds_in_place<T, P> && !std::is_pointer_v<plain<T>>>> {
  plain<P> value;
  ZYMASE_INLINE explicit holder(const plain<T> &from) : value(static_cast<plain<P>>(from)) {}
  ZYMASE_INLINE plain<P> *operand() { return std::addressof(value); }
};

template <std::size_t K> struct part {};

template <class A, class P, bool Reverse, class = void> struct passing;

template <class A, class P, bool Reverse>
struct passing<A, P, Reverse, std::enable_if_t<annotation<A>::kind == Kind::constant>> {
  static constexpr std::size_t size = 2;
  using outs = list<>;
  using derivative_type = None;
  holder<typename A::type, P> value;
  ZYMASE_INLINE explicit passing(const A &argument) : value(argument.value) {}
  ZYMASE_INLINE int operand(part<0>) { return enzyme_const; }
  ZYMASE_INLINE raw<P> operand(part<1>) { return value.operand(); }
  ZYMASE_INLINE None derivative() const { return {}; }
};

// A shadow follows the value.
template <class A, class P, bool Reverse>
struct passing<A, P, Reverse, std::enable_if_t<annotation<A>::kind == Kind::duplicated>> {
  using T = typename A::type;
  static_assert(!Reverse || std::is_pointer_v<plain<T>> || std::is_reference_v<T>,
                "reverse mode adds to the shadow: give pointers or references, Duplicated(&x, &dx) or "
                "Duplicated<const X &>{x, dx}; a number by value is Active");
  static_assert(std::is_pointer_v<plain<T>> || std::is_reference_v<T> || !std::is_reference_v<P> ||
                    std::is_const_v<std::remove_reference_t<P>>,
                "the function writes through this parameter: give pointers or references to Duplicated");
  static constexpr std::size_t size = 3;
  using outs = list<>;
  using derivative_type = None;
  holder<T, P> value, shadow;
  ZYMASE_INLINE explicit passing(const A &argument) : value(argument.value), shadow(argument.shadow) {}
  ZYMASE_INLINE int operand(part<0>) {
    if constexpr (annotation<A>::primal_needed)
      return enzyme_dup;
    else
      return enzyme_dupnoneed;
  }
  ZYMASE_INLINE raw<P> operand(part<1>) { return value.operand(); }
  ZYMASE_INLINE raw<P> operand(part<2>) { return shadow.operand(); }
  ZYMASE_INLINE None derivative() const { return {}; }
};

// enzyme_out, number: the derivative is a field of the result.
template <class A, class P, bool Reverse>
struct passing<A, P, Reverse,
               std::enable_if_t<annotation<A>::kind == Kind::active && Reverse && !passed_by_address<P>::value>> {
  static_assert(std::is_floating_point_v<raw<P>>, "this parameter is no floating-point number: pass it as Const");
  static constexpr std::size_t size = 2;
  using outs = list<raw<P>>;
  using derivative_type = raw<P>;
  holder<typename A::type, P> value;
  ZYMASE_INLINE explicit passing(const A &argument) : value(argument.value) {}
  ZYMASE_INLINE int operand(part<0>) { return enzyme_out; }
  ZYMASE_INLINE raw<P> operand(part<1>) { return value.operand(); }
};

// A class by value, or a number where the function takes a reference: a copy and a shadow live here.
template <class A, class P, bool Reverse>
struct passing<A, P, Reverse,
               std::enable_if_t<annotation<A>::kind == Kind::active && Reverse && passed_by_address<P>::value>> {
  static constexpr std::size_t size = 3;
  using outs = list<>;
  using derivative_type = plain<P>;
  plain<P> value, shadow;
  ZYMASE_INLINE explicit passing(const A &argument)
      : value(static_cast<plain<P>>(argument.value)), shadow(zero_like(value)) {}
  ZYMASE_INLINE int operand(part<0>) { return enzyme_dup; }
  ZYMASE_INLINE plain<P> *operand(part<1>) { return std::addressof(value); }
  ZYMASE_INLINE plain<P> *operand(part<2>) { return std::addressof(shadow); }
  ZYMASE_INLINE plain<P> &derivative() { return shadow; }
};

template <class A, class P> struct passing<A, P, false, std::enable_if_t<annotation<A>::kind == Kind::active>> {
  static_assert(sizeof(A) == 0, "Active has no meaning in forward mode: pass Duplicated(value, tangent) or Const(value)");
};

// The callable. A function that is its own target adds nothing; any other is the first argument of the wrapper.
template <class F, bool Direct> struct pass_callable {
  static constexpr std::size_t size = 2;
  using outs = list<>;
  callable_operand<F> callable;
  ZYMASE_INLINE int operand(part<0>) { return enzyme_const; }
  ZYMASE_INLINE callable_operand<F> operand(part<1>) { return callable; }
};
template <class F> struct pass_callable<F, true> {
  static constexpr std::size_t size = 0;
  using outs = list<>;
  callable_operand<F> callable;
};

// An address and that of its shadow: a callable, or a result in memory, where the shadow is the seed in reverse mode.
template <class T> struct pass_addresses {
  static constexpr std::size_t size = 3;
  using outs = list<>;
  T *place;
  T *shadow;
  ZYMASE_INLINE int operand(part<0>) { return enzyme_dup; }
  ZYMASE_INLINE T *operand(part<1>) { return place; }
  ZYMASE_INLINE T *operand(part<2>) { return shadow; }
};

// enzyme_primal_return.
template <class R, bool Wanted> struct pass_flag {
  static constexpr std::size_t size = 0;
  using outs = list<>;
};
template <class R> struct pass_flag<R, true> {
  static constexpr std::size_t size = 1;
  using outs = list<R>;
  ZYMASE_INLINE int operand(part<0>) { return enzyme_primal_return; }
};

// ---- All operands in a row.

struct place {
  std::size_t argument, part;
};

template <class... Passing> constexpr std::size_t operand_count = (std::size_t(0) + ... + Passing::size);

template <class... Passing> constexpr place place_of(std::size_t operand) {
  constexpr std::size_t sizes[] = {Passing::size...};
  std::size_t argument = 0;
  while (operand >= sizes[argument])
    operand -= sizes[argument++];
  return {argument, operand};
}

template <class Indices, class... Passing> struct operands_of;
template <std::size_t... I, class... Passing>
struct operands_of<std::index_sequence<I...>, Passing...> : field<I, Passing &>... {
  ZYMASE_INLINE explicit operands_of(Passing &...each) : field<I, Passing &>{each}... {}

  // Types without linkage, such as lambdas, must not reach the declaration of the derivative call.
  template <std::size_t K> ZYMASE_INLINE auto operand() {
    constexpr place at = place_of<Passing...>(K);
    using type = decltype(get_field<at.argument>(*this).operand(part<at.part>{}));
    if constexpr (std::is_pointer_v<type>)
      return (void *)get_field<at.argument>(*this).operand(part<at.part>{});
    else if constexpr (std::is_enum_v<type>)
      return static_cast<std::underlying_type_t<type>>(get_field<at.argument>(*this).operand(part<at.part>{}));
    else
      return get_field<at.argument>(*this).operand(part<at.part>{});
  }
};

template <bool Reverse, class Result, std::size_t... K, class Operands>
ZYMASE_INLINE Result call(void *function, Operands operands, std::index_sequence<K...>) {
  if constexpr (Reverse)
    return __enzyme_autodiff<Result>(function, operands.template operand<K>()...);
  else
    return __enzyme_fwddiff<Result>(function, operands.template operand<K>()...);
}

template <bool Reverse, class Result, class... Passing>
ZYMASE_INLINE Result differentiate(void *function, Passing &...each) {
  using operands = operands_of<std::index_sequence_for<Passing...>, Passing...>;
  return call<Reverse, Result>(function, operands(each...), std::make_index_sequence<operand_count<Passing...>>{});
}

} // namespace zymase::detail

#endif
