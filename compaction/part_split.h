// Where a compaction is cut into parts that run side by side (subcompactions). Pure: anchors in,
// keys out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "table/table_reader.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

// How many parts an input of `bytes` is worth, at most `most`; less than 2: it is not split.
uint64_t PartsWorthwhile(uint64_t bytes, uint32_t most);

// User keys, strictly ascending, that cut what `anchors` stand for into at most `parts` parts of
// similar size: one key fewer than parts. `anchors`: of all inputs, in any order; each stands for
// the bytes up to its key.
std::vector<std::string> SplitKeys(const InternalKeyOrder& order, std::vector<KeyAnchor> anchors,
                                   uint64_t parts);

}  // namespace ROCKSDB_NAMESPACE
