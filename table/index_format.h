// How the index blocks of one file are written. The file's properties tell it; cursors over index
// blocks need it.
#pragma once

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// The defaults are those of format_version 4 and later, with which most files are written.
struct IndexFormat {
  // Keys lack the 8-byte tail.
  bool user_keys = true;
  // Extents are stored as differences from the one before.
  bool delta_values = true;
  // Values also hold the first key of the block.
  bool first_keys = false;
};

}  // namespace ROCKSDB_NAMESPACE
