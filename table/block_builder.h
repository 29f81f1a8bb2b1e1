// Builds one block of entries at the end of a ByteBuffer: prefix-compressed keys, full ones at
// restart points. Used by SstWriter for data, index, metaindex, properties and tombstone blocks.
// One thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/slice.h"
#include "table/byte_buffer.h"

namespace ROCKSDB_NAMESPACE {

class BlockBuilder {
 public:
  // Appends to `out`, which must outlive this. With shorten_keys false every key is stored whole.
  BlockBuilder(ByteBuffer* out, int restart_interval, bool shorten_keys = true);

  // Starts a block at the present end of the buffer.
  void Begin();

  // REQUIRES: keys come in the order readers will expect.
  void Add(const Slice& key, const Slice& value);
  // The same with a value stored without its length (delta-encoded index): `whole` where the key is
  // whole, else `delta`.
  void AddUnsized(const Slice& key, const Slice& whole, const Slice& delta);
  // Appends the restart array; last_key() stays.
  void Finish();

  bool empty() const { return num_entries_ == 0; }
  size_t num_entries() const { return num_entries_; }
  // Of the key added last.
  Slice last_key() const { return Slice(last_key_.data(), last_key_.size()); }
  // Size of the block if it were finished now; if it were finished after this entry.
  size_t CurrentSizeEstimate() const {
    return out_->size() - begin_ + restarts_.size() * sizeof(uint32_t) + sizeof(uint32_t);
  }
  size_t EstimateSizeAfterKV(const Slice& key, const Slice& value) const;
  Slice Contents() const { return Slice(out_->data() + begin_, out_->size() - begin_); }
  size_t begin() const { return begin_; }

 private:
  // How many leading bytes of `key` the next entry will share; opens a restart point when it is
  // due.
  size_t SharedPrefix(const Slice& key);
  void RememberKey(const Slice& key, size_t shared);

  ByteBuffer* const out_;
  const int restart_interval_;
  const bool shorten_keys_;
  size_t begin_ = 0;
  size_t num_entries_ = 0;
  int since_restart_ = 0;
  std::vector<uint32_t> restarts_;
  std::string last_key_;
};

// Bytes that a and b have in common at their beginning.
size_t CommonPrefix(const char* a, const char* b, size_t limit);

}  // namespace ROCKSDB_NAMESPACE
