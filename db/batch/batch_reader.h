// BatchReader: walks the records of a batch without virtual calls or copies. The write path, WAL
// recovery and WriteBatch itself use it. It must never trust a length it has not checked.
//
//   fixed64 sequence | fixed32 number of updates | records
//   record: tag | varint32 column family id (tags with one) | fields, each varint32 length + bytes
#pragma once

#include <array>
#include <cstdint>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "util/coding.h"
#include "util/dbformat.h"

namespace ROCKSDB_NAMESPACE {

inline constexpr size_t kBatchHeaderBytes = 12;

// Most that key and value of one record may have together: with the rest of its block they must
// stay below 4 GiB, where lengths and places within a block end.
inline constexpr size_t kMostRecordBytes = UINT32_MAX - (size_t{16} << 20);

// How a tag is laid out.
struct BatchTag {
  uint8_t plain = kMaxValue;  // the same update without column family id; kMaxValue: unknown tag
  bool has_cf = false;
  uint8_t fields = 0;
  bool is_update = false;  // takes a sequence number and counts
};

// By tag. Constant, so batches may be walked before main().
using BatchTagTable = std::array<BatchTag, 256>;

constexpr BatchTagTable MakeBatchTags() {
  BatchTagTable t{};
  const auto update = [&t](uint8_t plain, uint8_t with_cf, uint8_t fields) {
    t[plain] = {plain, false, fields, true};
    t[with_cf] = {plain, true, fields, true};
  };
  const auto mark = [&t](uint8_t tag, uint8_t fields) { t[tag] = {tag, false, fields, false}; };
  update(kTypeValue, kTypeColumnFamilyValue, 2);
  update(kTypeDeletion, kTypeColumnFamilyDeletion, 1);
  update(kTypeSingleDeletion, kTypeColumnFamilySingleDeletion, 1);
  update(kTypeRangeDeletion, kTypeColumnFamilyRangeDeletion, 2);
  update(kTypeMerge, kTypeColumnFamilyMerge, 2);
  update(kTypeBlobIndex, kTypeColumnFamilyBlobIndex, 2);
  update(kTypeWideColumnEntity, kTypeColumnFamilyWideColumnEntity, 2);
  update(kTypeValuePreferredSeqno, kTypeColumnFamilyValuePreferredSeqno, 2);
  mark(kTypeLogData, 1);
  mark(kTypeNoop, 0);
  mark(kTypeBeginPrepareXID, 0);
  mark(kTypeBeginPersistedPrepareXID, 0);
  mark(kTypeBeginUnprepareXID, 0);
  mark(kTypeEndPrepareXID, 1);
  mark(kTypeCommitXID, 1);
  mark(kTypeRollbackXID, 1);
  mark(kTypeCommitXIDAndTimestamp, 2);
  return t;
}

inline constexpr BatchTagTable kBatchTags = MakeBatchTags();

// Walks once, forward. Not thread-safe; a second walk needs a second reader.
class BatchReader {
 public:
  // REQUIRES: the bytes of `contents` outlive this and every slice that it gives out.
  explicit BatchReader(const Slice& contents) : start_(contents.data()), p_(contents.data()) {
    limit_ = p_ + contents.size();
    if (contents.size() < kBatchHeaderBytes) {
      broken_ = "has no header";
    } else {
      p_ += kBatchHeaderBytes;
    }
  }

  // Steps to the next record. False: at the end, or damaged - see status().
  bool Next() {
    if (p_ == limit_ || broken_ != nullptr) return false;
    record_ = p_;
    const BatchTag& tag = kBatchTags[static_cast<uint8_t>(*p_++)];
    type = static_cast<ValueType>(tag.plain);
    is_update = tag.is_update;
    cf = 0;
    if (tag.plain == kMaxValue) return Break("has an unknown tag");
    if (tag.has_cf && !TakeLength(&cf)) return Break("has a bad column family id");
    if (tag.fields >= 1 && !TakeField(&key)) return Break("has a bad key");
    value = Slice();  // else the value of the record before would pass for this one's
    if (tag.fields == 2 && !TakeField(&value)) return Break("has a bad value");
    updates_ += tag.is_update;
    return true;
  }

  // ---- The record Next() found ----

  ValueType type = kTypeNoop;  // plain form: never one of the kTypeColumnFamily... tags
  bool is_update = false;
  uint32_t cf = 0;
  // key: user key, start of a range, blob of log data, transaction id; commit timestamp of
  // kTypeCommitXIDAndTimestamp, whose value is the transaction id. value: empty without two fields.
  Slice key;
  Slice value;

  // The record's own tag, and where it begins and ends in the batch.
  uint8_t tag() const { return static_cast<uint8_t>(*record_); }
  size_t offset() const { return static_cast<size_t>(record_ - start_); }
  size_t end_offset() const { return static_cast<size_t>(p_ - start_); }

  // ---- The batch. REQUIRES: status() was OK before the first Next() ----

  SequenceNumber sequence() const { return LoadFixed64(start_); }
  uint32_t count() const { return LoadFixed32(start_ + 8); }
  // Updates met so far.
  uint32_t updates() const { return updates_; }

  // Corruption when the bytes do not parse or, once all records are read, when the count in the
  // header is wrong.
  Status status() const;

 private:
  bool Break(const char* what) {
    broken_ = what;
    return false;
  }
  // Nearly all lengths are one byte.
  bool TakeLength(uint32_t* n) {
    if (p_ < limit_ && static_cast<uint8_t>(*p_) < 0x80) {
      *n = static_cast<uint8_t>(*p_++);
      return true;
    }
    p_ = LoadVarint32(p_, limit_, n);
    return p_ != nullptr;
  }
  bool TakeField(Slice* field) {
    uint32_t n;
    if (!TakeLength(&n) || n > static_cast<size_t>(limit_ - p_)) return false;
    *field = Slice(p_, n);
    p_ += n;
    return true;
  }

  // Invariant: start_ <= p_ <= limit_ unless broken_ is set.
  const char* const start_;
  const char* p_;  // null after a bad length
  const char* limit_;
  const char* record_ = nullptr;
  // What is wrong, for the message; null: nothing so far. A broken walk does not go on.
  const char* broken_ = nullptr;
  uint32_t updates_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
