// How a command of ldb ended.
#pragma once

#include <string>

#include "rocksdb/rocksdb_namespace.h"

#ifdef FAILED
// A macro of windows.h.
#undef FAILED
#endif

namespace ROCKSDB_NAMESPACE {

class LDBCommandExecuteResult {
 public:
  enum State {
    EXEC_NOT_STARTED = 0,
    EXEC_SUCCEED = 1,
    EXEC_FAILED = 2,
  };

  LDBCommandExecuteResult() = default;
  LDBCommandExecuteResult(State state, std::string& msg) : state_(state), message_(msg) {}

  static LDBCommandExecuteResult Succeed(std::string msg) {
    return LDBCommandExecuteResult(EXEC_SUCCEED, msg);
  }
  static LDBCommandExecuteResult Failed(std::string msg) {
    return LDBCommandExecuteResult(EXEC_FAILED, msg);
  }

  bool IsNotStarted() { return state_ == EXEC_NOT_STARTED; }
  bool IsSucceed() { return state_ == EXEC_SUCCEED; }
  bool IsFailed() { return state_ == EXEC_FAILED; }

  // "Failed: message", the message alone, or nothing before the start.
  std::string ToString() {
    if (state_ == EXEC_NOT_STARTED) {
      return "";
    }
    return state_ == EXEC_FAILED ? "Failed: " + message_ : message_;
  }
  void Reset() { *this = LDBCommandExecuteResult(); }

 private:
  State state_ = EXEC_NOT_STARTED;
  std::string message_;
};

}  // namespace ROCKSDB_NAMESPACE
