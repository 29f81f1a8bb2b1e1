// What a block of entries holds, found by a second, plain reading of its bytes: the model that the
// cursors are held to by data_block_fuzz.cc and index_block_fuzz.cc. Slow and obvious on purpose.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "table/block.h"
#include "test/fuzz/fuzz.h"
#include "util/coding.h"

namespace bucketlsm_fuzz {

struct ModelEntry {
  std::string key;
  Slice value;
  size_t offset = 0;   // in the block
  bool whole = false;  // its key is stored whole
  bool operator==(const ModelEntry& o) const { return key == o.key && value == o.value; }
};

// The entries, where `take_value` moves over a value; nullopt unless every byte before the restart
// array belongs to an entry and restart points ascend from the first entry, each at an entry whose
// key is stored whole.
template <class TakeValue>
std::optional<std::vector<ModelEntry>> ModelOf(const Block& block, bool sized,
                                               TakeValue take_value) {
  std::vector<ModelEntry> entries;
  const char* const limit = block.data() + block.entries_size();
  Slice in(block.data(), block.entries_size());
  std::string key;
  while (!in.empty()) {
    ModelEntry e;
    e.offset = static_cast<size_t>(in.data() - block.data());
    uint32_t shared = 0, unshared = 0, length = 0;
    if (!TakeVarint32(&in, &shared) || !TakeVarint32(&in, &unshared)) return std::nullopt;
    if (sized && !TakeVarint32(&in, &length)) return std::nullopt;
    if (shared > key.size() || in.size() < uint64_t{unshared} + length) return std::nullopt;
    key.resize(shared);
    key.append(in.data(), unshared);
    in.remove_prefix(unshared);
    e.key = key;
    e.whole = shared == 0;
    const char* const begin = in.data();
    if (sized) {
      in.remove_prefix(length);
    } else if (!take_value(&in, shared == 0)) {
      return std::nullopt;
    }
    e.value = Slice(begin, static_cast<size_t>(in.data() - begin));
    entries.push_back(std::move(e));
  }
  for (uint32_t i = 0; i < block.num_restarts(); i++) {
    const uint32_t offset = LoadFixed32(limit + i * sizeof(uint32_t));
    if (i == 0 && offset != 0) return std::nullopt;
    if (i > 0 && offset <= LoadFixed32(limit + (i - 1) * sizeof(uint32_t))) return std::nullopt;
    const bool found = std::any_of(entries.begin(), entries.end(), [&](const ModelEntry& e) {
      return e.offset == offset && e.whole;
    });
    if (!found) return std::nullopt;
  }
  return entries;
}

// A block over a copy of `bytes` without a byte to spare, so that a sanitizer sees every step
// beyond.
inline Status MakeBlock(BlockKind kind, const Slice& bytes, std::unique_ptr<Block>* block) {
  BlockBytes copy = BlockBytes::Allocate(bytes.size(), nullptr);
  std::copy_n(bytes.data(), bytes.size(), copy.mutable_data());
  return Block::Make(kind, std::move(copy), kNoCompression, block);
}

}  // namespace bucketlsm_fuzz
