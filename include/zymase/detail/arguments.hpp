// How an argument of a differentiated function takes part: Active, Duplicated, DuplicatedNoNeed, Const.
#ifndef ZYMASE_DETAIL_ARGUMENTS_HPP
#define ZYMASE_DETAIL_ARGUMENTS_HPP

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

// Plumbing that must vanish at -O0 too: the plugin reads markers and the function off the operands of the call.
#define ZYMASE_INLINE __attribute__((always_inline)) inline
#define ZYMASE_INLINE_LAMBDA __attribute__((always_inline))

namespace zymase {

// A namespace of their own: a call without `zymase::` must not find functions beside the annotations of its arguments,
// where a program uses another namespace that has functions of the same names (enzyme/utils).
namespace annotations {

// A number, or a class of numbers, whose derivative reverse mode returns.
template <class T> struct Active {
  static_assert(!std::is_reference_v<T> && !std::is_pointer_v<T>,
                "Active is for values: pass what lies behind a pointer or reference as Duplicated, with a shadow");
  using type = T;
  T value;
  constexpr Active(T value) : value(static_cast<T &&>(value)) {}
};

// What Duplicated(a, b) stores: a's type, or the wider one of two numbers.
template <class A, class B, bool Numbers = std::is_arithmetic_v<A> && std::is_arithmetic_v<B>> struct paired {
  using type = A;
};
template <class A, class B> struct paired<A, B, true> {
  using type = std::common_type_t<A, B>;
};

// A value and its shadow. Reverse mode adds derivatives to what a pointer or reference shadow leads to; forward mode
// reads tangents there, or takes the shadow of a number as its tangent.
template <class T> struct Duplicated {
  using type = T;
  T value;
  T shadow;
  constexpr Duplicated(T value, T shadow) : value(static_cast<T &&>(value)), shadow(static_cast<T &&>(shadow)) {}
};
template <class A, class B> Duplicated(A, B) -> Duplicated<typename paired<A, B>::type>;

// The same, and what the function itself writes there is not needed.
template <class T> struct DuplicatedNoNeed {
  using type = T;
  T value;
  T shadow;
  constexpr DuplicatedNoNeed(T value, T shadow)
      : value(static_cast<T &&>(value)), shadow(static_cast<T &&>(shadow)) {}
};
template <class A, class B> DuplicatedNoNeed(A, B) -> DuplicatedNoNeed<typename paired<A, B>::type>;

// No derivative with respect to this argument.
template <class T> struct Const {
  using type = T;
  T value;
  constexpr Const(T value) : value(static_cast<T &&>(value)) {}
};
// Only as a return activity: enzyme::autodiff<Forward, Const<void>>.
template <> struct Const<void> {
  using type = void;
};

} // namespace annotations

using annotations::Active;
using annotations::Const;
using annotations::Duplicated;
using annotations::DuplicatedNoNeed;

// The slot of an argument that has no derivative to return.
struct None {};

namespace detail {

enum class Kind { constant, active, duplicated };

template <class T> struct annotation {
  static constexpr bool given = false;
};
template <class T> struct annotation<Active<T>> {
  static constexpr bool given = true;
  static constexpr Kind kind = Kind::active;
  static constexpr bool primal_needed = true;
  using type = T;
};
template <class T> struct annotation<Duplicated<T>> {
  static constexpr bool given = true;
  static constexpr Kind kind = Kind::duplicated;
  static constexpr bool primal_needed = true;
  using type = T;
};
template <class T> struct annotation<DuplicatedNoNeed<T>> {
  static constexpr bool given = true;
  static constexpr Kind kind = Kind::duplicated;
  static constexpr bool primal_needed = false;
  using type = T;
};
template <class T> struct annotation<Const<T>> {
  static constexpr bool given = true;
  static constexpr Kind kind = Kind::constant;
  static constexpr bool primal_needed = true;
  using type = T;
};

template <class T> using plain = std::remove_cv_t<std::remove_reference_t<T>>;

template <class T> struct is_std_array : std::false_type {};
template <class T, std::size_t N> struct is_std_array<std::array<T, N>> : std::true_type {};

template <class T, class = void> struct is_range : std::false_type {};
template <class T>
struct is_range<T, std::void_t<decltype(*std::declval<T &>().begin()), decltype(std::declval<T &>().end())>>
    : std::true_type {};

// Passed in a register or as itself, whatever the calling convention.
template <class T>
constexpr bool is_scalar = std::is_arithmetic_v<T> || std::is_pointer_v<T> || std::is_enum_v<T> ||
                           std::is_same_v<T, std::nullptr_t>;

template <class T> void set_zero(T &value) {
  if constexpr (std::is_arithmetic_v<T>) {
    value = T(0);
  } else if constexpr (is_range<T>::value && !std::is_trivially_copyable_v<T>) {
    for (auto &element : value)
      set_zero(element);
  } else {
    static_assert(std::is_trivially_copyable_v<T>,
                  "no shadow can be made for this class: pass it as Duplicated, with a shadow of your own");
    std::memset(static_cast<void *>(&value), 0, sizeof value);
  }
}

} // namespace detail

// A shadow of the same shape with every number zero: numbers, trivially copyable classes, ranges of these.
template <class T> T zero_like(const T &value) {
  T shadow(value);
  detail::set_zero(shadow);
  return shadow;
}

} // namespace zymase

#endif
