// One derivative call: chooses the target, gathers the operands, hands out what came back.
#ifndef ZYMASE_DETAIL_RUN_HPP
#define ZYMASE_DETAIL_RUN_HPP

#include <complex>
#include <zymase/detail/passing.hpp>

namespace zymase::detail {

// ---- The callable: a function, an object with operator(), or one of these with an annotation.

template <class F> struct callable_of {
  static_assert(std::is_class_v<F>, "the first argument is no function");
  using type = F;
  template <bool Direct> static ZYMASE_INLINE auto pass(F &callable) {
    return pass_callable<F, false>{std::addressof(callable)};
  }
};
template <class R, class... P> struct callable_of<R(P...)> {
  using type = R (*)(P...);
  template <bool Direct> static ZYMASE_INLINE auto pass(R (*callable)(P...)) {
    return pass_callable<type, Direct>{callable};
  }
};
template <class R, class... P> struct callable_of<R(P...) noexcept> : callable_of<R(P...)> {};
template <class F> struct callable_of<F *> : callable_of<F> {};
template <class F> struct callable_of<F *const> : callable_of<F> {};

template <class F> struct callable_of<Const<F>> : callable_of<F> {
  template <bool Direct> static ZYMASE_INLINE auto pass(Const<F> &callable) {
    return callable_of<F>::template pass<Direct>(callable.value);
  }
};
template <class F> struct callable_of<Const<F> const> : callable_of<const F> {
  template <bool Direct> static ZYMASE_INLINE auto pass(const Const<F> &callable) {
    return callable_of<const F>::template pass<Direct>(callable.value);
  }
};
template <class F> struct callable_of<Duplicated<F *>> {
  using type = F;
  template <bool Direct> static ZYMASE_INLINE auto pass(const Duplicated<F *> &callable) {
    return pass_addresses<F>{callable.value, callable.shadow};
  }
};
template <class F> struct callable_of<Duplicated<F &>> {
  using type = F;
  template <bool Direct> static ZYMASE_INLINE auto pass(const Duplicated<F &> &callable) {
    return pass_addresses<F>{std::addressof(callable.value), std::addressof(callable.shadow)};
  }
};
template <class F> struct callable_of<Duplicated<F> const> : callable_of<Duplicated<F>> {};

// ---- Seeds and results in memory.

template <class T> struct is_complex : std::false_type {};
template <class T> struct is_complex<std::complex<T>> : std::true_type {};

template <class R> void set_one(R &seed) {
  if constexpr (std::is_arithmetic_v<R>) {
    seed = R(1);
  } else if constexpr (is_complex<R>::value) {
    seed = R(1, 1);
  } else {
    static_assert(is_range<R>::value,
                  "the function returns a class: say with which seed, zymase::vjp(f, seed, arguments...)");
    for (auto &element : seed)
      set_one(element);
  }
}

// Memory in which the function constructs its result, or the derivative the result's shadow.
template <class R> struct unconstructed {
  alignas(R) unsigned char bytes[sizeof(R)] = {};
  R *get() { return reinterpret_cast<R *>(bytes); }
};

// ---- The derivative of each argument: a field of what was returned, or what lies in its shadow.

template <class... Passing> constexpr std::size_t outs_before(std::size_t argument) {
  constexpr std::size_t sizes[] = {Passing::outs::size...};
  std::size_t count = 0;
  for (std::size_t i = 0; i < argument; ++i)
    count += sizes[i];
  return count;
}

template <std::size_t Field, class Passing, class Returned>
ZYMASE_INLINE auto derivative_of(Passing &passing, const Returned &returned) -> typename Passing::derivative_type {
  if constexpr (Passing::outs::size == 0)
    return std::move(passing.derivative());
  else if constexpr (std::is_arithmetic_v<Returned>)
    return returned;
  else
    return get_field<Field>(returned);
}

struct nothing {};

// Calls and keeps what was returned, even if that is nothing.
template <bool Reverse, class Outs, class... Passing>
ZYMASE_INLINE auto returned_by(void *function, Passing &...each) {
  using result = typename returned_as<Outs>::type;
  if constexpr (std::is_void_v<result>) {
    differentiate<Reverse, void>(function, each...);
    return nothing{};
  } else {
    return differentiate<Reverse, result>(function, each...);
  }
}

// What a reverse call gives: the value of the function (or nothing) and one slot per argument.
template <class Value, class Slots> struct reversed {
  Value value;
  Slots slots;
};

template <template <class...> class Slots, class Value, class Returned, std::size_t First, std::size_t... I,
          class... Passing>
ZYMASE_INLINE auto collect(std::integral_constant<std::size_t, First>, std::index_sequence<I...>, Value &&value,
                           Returned &returned, Passing &...each) {
  using slots = Slots<typename Passing::derivative_type...>;
  return reversed<std::decay_t<Value>, slots>{
      std::forward<Value>(value),
      slots(derivative_of<First + outs_before<Passing...>(I)>(each, returned)...)};
}

// Reverse mode with the result seeded by ones, or by `seed` where one is given.
template <bool WithValue, template <class...> class Slots, class F, class R, class... P, class Seed, class... A>
ZYMASE_INLINE auto run_reverse(signature<R, P...>, F &callable, const Seed &seed, const A &...arguments) {
  static_assert(sizeof...(P) == sizeof...(A), "the function takes another number of arguments");
  using function = typename callable_of<F>::type;
  using target = target<function, signature<R, P...>>;
  constexpr bool seeded = !std::is_same_v<Seed, nothing>;
  constexpr auto indices = std::index_sequence_for<A...>{};
  using result = typename target::result;
  if constexpr (target::result_in_memory || seeded) {
    static_assert(std::is_trivially_copyable_v<result>,
                  "reverse mode needs a result of a fixed size: let the function write into an argument instead");
    auto callee = callable_of<F>::template pass<false>(callable);
    result place{}, shadow{};
    if constexpr (seeded)
      shadow = seed;
    else
      set_one(shadow);
    pass_addresses<result> through{std::addressof(place), std::addressof(shadow)};
    return [&](passing<A, P, true>... each) ZYMASE_INLINE_LAMBDA {
      using outs = typename concatenate<typename passing<A, P, true>::outs...>::type;
      auto returned = returned_by<true, outs>((void *)&target::assign, callee, through, each...);
      return collect<Slots>(std::integral_constant<std::size_t, 0>{}, indices, std::move(place), returned, each...);
    }(passing<A, P, true>(arguments)...);
  } else {
    auto callee = callable_of<F>::template pass<target::is_direct>(callable);
    constexpr bool has_value = WithValue && !std::is_void_v<R>;
    pass_flag<result, has_value> flag{};
    return [&](passing<A, P, true>... each) ZYMASE_INLINE_LAMBDA {
      using outs = typename concatenate<typename pass_flag<result, has_value>::outs,
                                        typename passing<A, P, true>::outs...>::type;
      void *address;
      if constexpr (target::is_direct)
        address = (void *)callee.callable;
      else
        address = (void *)&target::by_value;
      auto returned = returned_by<true, outs>(address, flag, callee, each...);
      std::integral_constant<std::size_t, has_value ? 1 : 0> first{};
      if constexpr (!has_value)
        return collect<Slots>(first, indices, nothing{}, returned, each...);
      else if constexpr (std::is_arithmetic_v<decltype(returned)>)
        return collect<Slots>(first, indices, returned, returned, each...);
      else
        return collect<Slots>(first, indices, get_field<0>(returned), returned, each...);
    }(passing<A, P, true>(arguments)...);
  }
}

// What a forward call gives.
template <class Value, class Tangent> struct pushed {
  Value value;
  Tangent tangent;
};

template <bool WithValue, class F, class R, class... P, class... A>
ZYMASE_INLINE auto run_forward(signature<R, P...>, F &callable, const A &...arguments) {
  static_assert(sizeof...(P) == sizeof...(A), "the function takes another number of arguments");
  using function = typename callable_of<F>::type;
  using target = target<function, signature<R, P...>>;
  using result = typename target::result;
  if constexpr (target::result_in_memory) {
    auto callee = callable_of<F>::template pass<false>(callable);
    unconstructed<result> place, shadow;
    pass_addresses<result> through{place.get(), shadow.get()};
    [&](passing<A, P, false>... each) ZYMASE_INLINE_LAMBDA {
      differentiate<false, void>((void *)&target::construct, callee, through, each...);
    }(passing<A, P, false>(arguments)...);
    pushed<result, result> outcome{std::move(*place.get()), std::move(*shadow.get())};
    place.get()->~result();
    shadow.get()->~result();
    return outcome;
  } else {
    auto callee = callable_of<F>::template pass<target::is_direct>(callable);
    constexpr bool has_value = WithValue && !std::is_void_v<R>;
    pass_flag<result, has_value> flag{};
    return [&](passing<A, P, false>... each) ZYMASE_INLINE_LAMBDA {
      void *address;
      if constexpr (target::is_direct)
        address = (void *)callee.callable;
      else
        address = (void *)&target::by_value;
      if constexpr (!std::is_floating_point_v<result> && !std::is_pointer_v<result>) {
        differentiate<false, void>(address, callee, each...);
        return pushed<nothing, nothing>{};
      } else if constexpr (has_value) {
        auto both = differentiate<false, fields<result, result>>(address, flag, callee, each...);
        return pushed<result, result>{get_field<0>(both), get_field<1>(both)};
      } else {
        return pushed<nothing, result>{{}, differentiate<false, result>(address, callee, each...)};
      }
    }(passing<A, P, false>(arguments)...);
  }
}

} // namespace zymase::detail

#endif
