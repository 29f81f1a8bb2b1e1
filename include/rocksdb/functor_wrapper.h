// FunctorWrapper: a function with the arguments to call it with, for APIs that take a void*.
// Used by Env::StartThreadTyped.
#pragma once

#include <functional>
#include <tuple>
#include <utility>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

template <typename... Args>
class FunctorWrapper {
 public:
  explicit FunctorWrapper(std::function<void(Args...)> function, Args&&... args)
      : function_(std::move(function)), args_(std::forward<Args>(args)...) {}

  void invoke() { std::apply(function_, std::move(args_)); }

 private:
  std::function<void(Args...)> function_;
  std::tuple<Args...> args_;
};

}  // namespace ROCKSDB_NAMESPACE
