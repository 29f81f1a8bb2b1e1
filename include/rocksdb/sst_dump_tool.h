// The command line tool sst_dump as a function. Here it is a program of its own (tools/sst_dump);
// the function says so.
#pragma once

#include "rocksdb/options.h"

namespace ROCKSDB_NAMESPACE {

class SSTDumpTool {
 public:
  // Prints to stderr that the program sst_dump does this; returns 1.
  int Run(int argc, char const* const* argv, Options options = Options());
};

}  // namespace ROCKSDB_NAMESPACE
