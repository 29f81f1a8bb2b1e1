// How the index blocks of one file are written. Known once the file's properties are read; needed
// by whoever walks such a block.
#pragma once

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// The defaults are those of format_version 4 and later, with which most files are written.
struct IndexFormat {
  bool user_keys = true;     // keys without the 8-byte tail
  bool delta_values = true;  // extents relative to the one before
  bool first_keys = false;   // values also hold the first key of the block
};

}  // namespace ROCKSDB_NAMESPACE
