// The result of a derivative call: one field per returned derivative, laid out like a C struct.
#ifndef ZYMASE_DETAIL_FIELDS_HPP
#define ZYMASE_DETAIL_FIELDS_HPP

#include <cstddef>
#include <type_traits>
#include <utility>

namespace zymase::detail {

template <std::size_t I, class T> struct field {
  T value;
};

template <class Indices, class... T> struct fields_of;
template <std::size_t... I, class... T>
struct fields_of<std::index_sequence<I...>, T...> : field<I, T>... {};
template <class... T> using fields = fields_of<std::index_sequence_for<T...>, T...>;

template <std::size_t I, class T> __attribute__((always_inline)) constexpr const T &get_field(const field<I, T> &from) { return from.value; }

template <class... T> struct list {
  static constexpr std::size_t size = sizeof...(T);
};

template <class... L> struct concatenate;
template <> struct concatenate<> {
  using type = list<>;
};
template <class... A> struct concatenate<list<A...>> {
  using type = list<A...>;
};
template <class... A, class... B, class... L> struct concatenate<list<A...>, list<B...>, L...> {
  using type = typename concatenate<list<A..., B...>, L...>::type;
};

// What the call is declared to return: nothing, the one field, or the struct.
template <class L> struct returned_as;
template <> struct returned_as<list<>> {
  using type = void;
};
template <class T> struct returned_as<list<T>> {
  using type = T;
};
template <class A, class B, class... T> struct returned_as<list<A, B, T...>> {
  using type = fields<A, B, T...>;
};

} // namespace zymase::detail

#endif
