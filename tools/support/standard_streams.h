// Failures of standard input and output, which a stream alone may not tell: a full disk is often
// found out by the last flush, and a failed read looks like the end.
#pragma once

#include <cstdio>
#include <iostream>

#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE::tools {

// REQUIRES: nothing more is printed.
[[nodiscard]] inline Status FinishOutput() {
  std::cout.flush();
  return std::cout.good() ? Status::OK() : Status::IOError("could not write standard output");
}

// REQUIRES: std::cin has nothing more.
[[nodiscard]] inline Status InputError() {
  // std::cin in step with stdio takes an error for the end.
  return std::cin.bad() || std::ferror(stdin) != 0
             ? Status::IOError("could not read standard input to its end")
             : Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE::tools
