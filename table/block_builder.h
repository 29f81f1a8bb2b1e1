// Builds one block of entries at the end of a ByteBuffer: prefix-compressed keys, whole keys at
// restart points (block_cursor.h draws the layout). SstWriter uses it for data, index, metaindex,
// properties and tombstone blocks. It neither compresses nor adds the trailer, and it checks no
// order. One thread.
#pragma once

#include <cstdint>
#include <vector>

#include "rocksdb/slice.h"
#include "table/byte_buffer.h"
#include "util/key_bytes.h"

namespace ROCKSDB_NAMESPACE {

// One object builds many blocks, one after the other: Begin, Add ..., Finish, Begin ... Other
// bytes may be appended to the buffer between Finish and Begin, never between Begin and Finish.
class BlockBuilder {
 public:
  // Appends to `out`, which must outlive this. With shorten_keys == false every key is stored
  // whole.
  BlockBuilder(ByteBuffer* out, int restart_interval, bool shorten_keys = true);

  // Starts a block at the present end of the buffer. The constructor starts the first one.
  void Begin();

  // REQUIRES: keys come in the order readers will expect; the block stays below 4 GiB.
  void Add(const Slice& key, const Slice& value);
  // Adds an entry whose value is stored without its length (delta-encoded index): `whole` where
  // the key is stored whole, else `delta`. The reader decides by the shared length too, so the two
  // always agree.
  void AddUnsized(const Slice& key, const Slice& whole, const Slice& delta);
  // Appends the restart array; last_key() stays valid.
  void Finish();

  bool empty() const { return num_entries_ == 0; }
  size_t num_entries() const { return num_entries_; }
  // The key added last.
  Slice last_key() const { return last_key_.ToSlice(); }
  // The size of the block if it were finished now, and if it were finished after this entry.
  // SstWriter decides by these two where to cut blocks.
  size_t CurrentSizeEstimate() const {
    return out_->size() - begin_ + restarts_.size() * sizeof(uint32_t) + sizeof(uint32_t);
  }
  size_t EstimateSizeAfterKV(const Slice& key, const Slice& value) const;
  // The block so far, within the buffer; stale after the next Room() of the buffer.
  Slice Contents() const { return Slice(out_->data() + begin_, out_->size() - begin_); }
  // Offset of the block in the buffer.
  size_t begin() const { return begin_; }

 private:
  // Returns how many leading bytes of `key` the next entry will share. Opens a restart point when
  // one is due.
  size_t SharedPrefix(const Slice& key);
  void RememberKey(const Slice& key, size_t shared);

  ByteBuffer* const out_;
  const int restart_interval_;
  const bool shorten_keys_;
  size_t begin_ = 0;
  size_t num_entries_ = 0;
  // Entries since the last restart point, including the one at it.
  int since_restart_ = 0;
  // Offsets from begin_. The first one is always 0, even in an empty block.
  std::vector<uint32_t> restarts_;
  KeyBytes last_key_;
};

// The number of bytes that a and b have in common at their beginning.
size_t CommonPrefix(const char* a, const char* b, size_t limit);

}  // namespace ROCKSDB_NAMESPACE
