// The stretch of Level 0 that a CompactRange takes down next. Where files lie in buckets, stretches
// are jobs of their own, one after the other: while the next one merges, the inputs of the last one
// are deleted, so that the call needs room for one stretch of new files, not for all of them.
//
//      f9  [-----]      [------]
//      f8  [---]           [-------]  [----]
//      f7     [----]    [-----]       [------]
//          |-- stretch -|-- stretch --|-- stretch     no file lies on both sides of a border
//
// Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// Level-0 files by their index in the newest-first list.
struct L0Stretch {
  std::vector<uint32_t> files;  // in the order of their begins
  // The first file behind it; empty: there is none.
  std::optional<uint32_t> next;
};

// The first files of `wanted` that no file of `wanted` links with the others and that have
// `enough_bytes`; all of them where the others would have less than that.
L0Stretch FirstStretch(const TreeVersion& tree, std::vector<uint32_t> wanted,
                       uint64_t enough_bytes);

}  // namespace ROCKSDB_NAMESPACE
