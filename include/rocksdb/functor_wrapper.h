// FunctorWrapper: a function with the arguments to call it with, for APIs that take a void*.
// Used by Env::StartThreadTyped.
#pragma once

#include <cstddef>
#include <functional>
#include <tuple>
#include <utility>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

namespace detail {
// The numbers 0 to N - 1 as template arguments; call() takes a tuple apart with them.
template <std::size_t...>
struct IndexSequence {};

template <std::size_t N, std::size_t... Next>
struct IndexSequenceHelper : IndexSequenceHelper<N - 1, N - 1, Next...> {};
template <std::size_t... Next>
struct IndexSequenceHelper<0, Next...> {
  using type = IndexSequence<Next...>;
};

template <std::size_t N>
using make_index_sequence = typename IndexSequenceHelper<N>::type;

template <typename Function, typename Tuple, std::size_t... I>
void call(Function f, Tuple t, IndexSequence<I...>) {
  f(std::move(std::get<I>(t))...);
}
template <typename Function, typename Tuple>
void call(Function f, Tuple t) {
  constexpr std::size_t kSize = std::tuple_size<Tuple>::value;
  call(std::move(f), std::move(t), make_index_sequence<kSize>{});
}
}  // namespace detail

template <typename... Args>
class FunctorWrapper {
 public:
  explicit FunctorWrapper(std::function<void(Args...)> function, Args&&... args)
      : function_(std::move(function)), args_(std::forward<Args>(args)...) {}

  void invoke() { detail::call(function_, std::move(args_)); }

 private:
  std::function<void(Args...)> function_;
  std::tuple<Args...> args_;
};

}  // namespace ROCKSDB_NAMESPACE
