// Building batches: records are encoded straight into the batch's string, once. Reading them back
// is in write_batch_iterate.cc. The layout is drawn in batch_reader.h.
//
// Protection: a batch keeps one number, its seal, a chain over the guards of its records in order.
//
//   seal(0) = 0      seal(n) = Extend(seal(n-1), guard(record n))
//
// A record that is changed, lost, added or moved changes the seal. Save points keep the seal of
// their place, so that rolling back needs no walk.
#include "rocksdb/write_batch.h"

#include <vector>

#include "db/batch/batch_guards.h"
#include "db/batch/write_batch_internal.h"
#include "rocksdb/comparator.h"
#include "rocksdb/db.h"
#include "rocksdb/slice.h"
#include "util/coding.h"
#include "util/entity_codec.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

// Several slices standing for one field.
// Parts are the caller's memory; nothing is copied before the record is encoded.
struct WriteBatch::Joined {
  explicit Joined(const Slice& one) : parts(&one), count(1), size(one.size()) {}
  Joined(const Slice* p, int n) : parts(p), count(n) {
    for (int i = 0; i < n; ++i) size += p[i].size();
  }
  // All parts in one piece; several are joined in *space.
  Slice Whole(std::string* space) const {
    if (count == 1) return parts[0];
    space->reserve(size);
    for (int i = 0; i < count; ++i) space->append(parts[i].data(), parts[i].size());
    return *space;
  }
  // The guard of an update with these fields, the caller's own bytes; `payload` may be null.
  static uint64_t Guard(uint32_t cf_id, uint8_t tag, const Joined& key, const Joined* payload) {
    std::string key_space, payload_space;
    return RecordGuard(cf_id, static_cast<ValueType>(tag), key.Whole(&key_space),
                       payload == nullptr ? Slice() : payload->Whole(&payload_space));
  }

  const Slice* parts;
  int count;
  size_t size = 0;
};

// Invariant: sizes never decrease from the bottom to the top.
struct WriteBatch::SavePointStack {
  struct Entry {
    SavePoint point;
    uint64_t seal;
  };
  std::vector<Entry> entries;
};

namespace {

// Bytes of the longest record prefix: tag, column family id, key length.
constexpr size_t kMaxRecordPrefix = 1 + 2 * kMaxVarint32Bytes;

// Only for families other than the default one: a search of the table is cheap enough.
uint8_t TagWithColumnFamily(uint8_t plain) {
  for (size_t tag = 0; tag < kBatchTags.size(); ++tag) {
    if (kBatchTags[tag].plain == plain && kBatchTags[tag].has_cf) return static_cast<uint8_t>(tag);
  }
  return plain;
}

// The seal over what `reader` has yet to read, from that of what came before.
uint64_t SealRest(uint64_t seal, BatchReader* reader) {
  while (reader->Next()) seal = ExtendSeal(seal, RecordGuard(*reader));
  return seal;
}

Status WrongTimestamp() {
  return Status::InvalidArgument(
      "User-defined timestamps: the timestamp's size is not the column "
      "family's");
}

}  // namespace

WriteBatch::WriteBatch(size_t reserved_bytes, size_t max_bytes, size_t protection_bytes_per_key,
                       size_t default_cf_ts_sz)
    : flags_(0),
      protected_(protection_bytes_per_key != 0),
      default_cf_ts_sz_(default_cf_ts_sz),
      max_bytes_(max_bytes) {
  // What is beyond every limit will be refused, not stored.
  if (reserved_bytes > kBatchHeaderBytes && reserved_bytes <= kMostRecordBytes)
    rep_.reserve(reserved_bytes);
  rep_.resize(kBatchHeaderBytes);
}

// Bytes from elsewhere are not looked at before somebody asks what they hold (Flags).
WriteBatch::WriteBatch(const std::string& bytes) : flags_(BatchAccess::kUnknown), rep_(bytes) {}

WriteBatch::WriteBatch(std::string&& bytes)
    : flags_(BatchAccess::kUnknown), rep_(std::move(bytes)) {}

WriteBatch::WriteBatch(const WriteBatch& other) : flags_(0) { *this = other; }

WriteBatch::WriteBatch(WriteBatch&& other) noexcept : flags_(0) { *this = std::move(other); }

WriteBatch& WriteBatch::operator=(const WriteBatch& other) {
  if (this == &other) return *this;
  flags_.store(other.flags_.load(std::memory_order_relaxed), std::memory_order_relaxed);
  needs_timestamps_ = other.needs_timestamps_;
  persistent_prepared_state_ = other.persistent_prepared_state_;
  protected_ = other.protected_;
  default_cf_ts_sz_ = other.default_cf_ts_sz_;
  max_bytes_ = other.max_bytes_;
  seal_ = other.seal_;
  wal_end_ = other.wal_end_;
  save_points_.reset();
  if (other.save_points_ != nullptr) {
    save_points_ = std::make_unique<SavePointStack>(*other.save_points_);
  }
  tracks_timestamp_sizes_ = other.tracks_timestamp_sizes_;
  timestamp_sizes_.reset();
  if (other.timestamp_sizes_ != nullptr) {
    timestamp_sizes_ =
        std::make_unique<std::unordered_map<uint32_t, size_t>>(*other.timestamp_sizes_);
  }
  rep_ = other.rep_;
  return *this;
}

WriteBatch& WriteBatch::operator=(WriteBatch&& other) noexcept {
  if (this == &other) return *this;
  flags_.store(other.flags_.load(std::memory_order_relaxed), std::memory_order_relaxed);
  needs_timestamps_ = other.needs_timestamps_;
  persistent_prepared_state_ = other.persistent_prepared_state_;
  protected_ = other.protected_;
  default_cf_ts_sz_ = other.default_cf_ts_sz_;
  max_bytes_ = other.max_bytes_;
  seal_ = other.seal_;
  wal_end_ = other.wal_end_;
  save_points_ = std::move(other.save_points_);
  tracks_timestamp_sizes_ = other.tracks_timestamp_sizes_;
  timestamp_sizes_ = std::move(other.timestamp_sizes_);
  rep_ = std::move(other.rep_);
  // Moved from, it is an empty batch, header included: it may be filled again.
  other.Clear();
  return *this;
}

WriteBatch::~WriteBatch() = default;

void WriteBatch::Clear() {
  rep_.clear();
  rep_.resize(kBatchHeaderBytes);
  flags_.store(0, std::memory_order_relaxed);
  needs_timestamps_ = false;
  seal_ = 0;
  wal_end_.clear();
  save_points_.reset();
  timestamp_sizes_.reset();
}

std::string WriteBatch::Release() {
  std::string bytes = std::move(rep_);
  Clear();
  return bytes;
}

uint32_t WriteBatch::Count() const {
  return rep_.size() < kBatchHeaderBytes ? 0 : LoadFixed32(rep_.data() + 8);
}

// ---- Encoding ----

Status WriteBatch::AddRecord(uint32_t cf_id, uint8_t tag, const Joined& key,
                             const Joined* payload) {
  const size_t payload_size = payload == nullptr ? 0 : payload->size;
  if (key.size > kMostRecordBytes) return Status::InvalidArgument("key is too large");
  if (payload_size > kMostRecordBytes) return Status::InvalidArgument("value is too large");
  if (key.size + payload_size > kMostRecordBytes) {
    return Status::InvalidArgument("key and value together are too large");
  }
  if (rep_.size() < kBatchHeaderBytes) return Status::Corruption("WriteBatch has no header");

  // Sizes first, then at most one reservation, then the bytes.
  char prefix[kMaxRecordPrefix];
  char* p = prefix;
  *p++ = static_cast<char>(cf_id == 0 ? tag : TagWithColumnFamily(tag));
  if (cf_id != 0) p = StoreVarint32(p, cf_id);
  p = StoreVarint32(p, static_cast<uint32_t>(key.size));
  size_t need = static_cast<size_t>(p - prefix) + key.size;
  if (payload != nullptr) need += VarintLength(payload_size) + payload_size;

  // Over the caller's bytes, before they are copied: FinishRecord works out the same over the copy,
  // so a bit that flips on the way shows.
  const uint64_t sealed =
      protected_ ? ExtendSeal(seal_, Joined::Guard(cf_id, tag, key, payload)) : 0;
  const size_t start = rep_.size();
  // Before anything is written: the batch stays as it was.
  if (max_bytes_ != 0 && start + need > max_bytes_) return Status::MemoryLimit();
  if (rep_.capacity() - start < need) rep_.reserve(start + need);  // at least doubles
  rep_.append(prefix, static_cast<size_t>(p - prefix));
  for (int i = 0; i < key.count; ++i) rep_.append(key.parts[i].data(), key.parts[i].size());
  if (payload != nullptr) {
    p = StoreVarint32(prefix, static_cast<uint32_t>(payload_size));
    rep_.append(prefix, static_cast<size_t>(p - prefix));
    for (int i = 0; i < payload->count; ++i) {
      rep_.append(payload->parts[i].data(), payload->parts[i].size());
    }
  }
  BUCKETLSM_SYNC_POINT_ARG("WriteBatch::AddRecord:Copied", rep_.data() + start);
  FinishRecord(start, tag, true);
  if (!protected_ || seal_ == sealed) [[likely]]
    return Status::OK();
  seal_ = sealed;  // no later check passes this copy
  return GuardMismatch();
}

void WriteBatch::FinishRecord(size_t record_start, uint8_t plain_type, bool is_update) {
  char* const count = rep_.data() + 8;
  // Log data and marks take no sequence number and do not count.
  StoreFixed32(count, LoadFixed32(count) + is_update);
  const uint32_t before = flags_.load(std::memory_order_relaxed);
  flags_.store(before | BatchAccess::ContentsBit(plain_type), std::memory_order_relaxed);
  if (!protected_) return;
  // Whatever stands before the record passes for the header that a reader steps over.
  const size_t begin = record_start - kBatchHeaderBytes;
  BatchReader record(Slice(rep_.data() + begin, rep_.size() - begin));
  seal_ = SealRest(seal_, &record);
}

size_t WriteBatch::TimestampSize(ColumnFamilyHandle* cf) const {
  if (cf == nullptr) return default_cf_ts_sz_;
  const Comparator* const order = cf->GetComparator();
  return order == nullptr ? 0 : order->timestamp_size();
}

void WriteBatch::MaybeTrackTimestampSize(uint32_t cf_id, size_t ts_size) {
  if (!tracks_timestamp_sizes_) return;
  if (timestamp_sizes_ == nullptr) {
    timestamp_sizes_ = std::make_unique<std::unordered_map<uint32_t, size_t>>();
  }
  timestamp_sizes_->emplace(cf_id, ts_size);
}

const std::unordered_map<uint32_t, size_t>& WriteBatch::GetColumnFamilyToTimestampSize() {
  static const std::unordered_map<uint32_t, size_t> kNone;
  return timestamp_sizes_ == nullptr ? kNone : *timestamp_sizes_;
}

// Null handle: the default column family.
Status WriteBatch::AddUpdate(ColumnFamilyHandle* cf, uint8_t tag, const Slice& key,
                             const Slice* payload, const Slice* ts) {
  const size_t ts_size = TimestampSize(cf);
  if (ts_size != 0 || ts != nullptr) return AddStamped(cf, tag, key, payload, ts, ts_size);
  const uint32_t cf_id = cf == nullptr ? 0 : cf->GetID();
  if (payload == nullptr) return AddRecord(cf_id, tag, Joined(key), nullptr);
  const Joined joined(*payload);
  return AddRecord(cf_id, tag, Joined(key), &joined);
}

// Keys of a column family with timestamps end in one; zeros hold the place of one given later.
Status WriteBatch::AddStamped(ColumnFamilyHandle* cf, uint8_t tag, const Slice& key,
                              const Slice* payload, const Slice* ts, size_t ts_size) {
  if (ts != nullptr && ts->size() != ts_size) return WrongTimestamp();
  const std::string zeros(ts == nullptr ? ts_size : 0, '\0');
  const Slice stamp = ts == nullptr ? Slice(zeros) : *ts;
  const Slice key_parts[2] = {key, stamp};
  const Slice payload_parts[2] = {payload == nullptr ? Slice() : *payload, stamp};
  // The payload of a range deletion is a key too.
  const Joined joined_payload(payload_parts, tag == kTypeRangeDeletion ? 2 : 1);
  const uint32_t cf_id = cf == nullptr ? 0 : cf->GetID();
  Status s =
      AddRecord(cf_id, tag, Joined(key_parts, 2), payload == nullptr ? nullptr : &joined_payload);
  if (!s.ok()) return s;
  if (ts == nullptr) needs_timestamps_ = true;
  MaybeTrackTimestampSize(cf_id, ts_size);
  return s;
}

Status WriteBatch::AddUpdate(ColumnFamilyHandle* cf, uint8_t tag, const SliceParts& key,
                             const SliceParts* payload) {
  if (TimestampSize(cf) != 0) {
    return Status::InvalidArgument(
        "User-defined timestamps: keys given in parts have no place for one");
  }
  const uint32_t cf_id = cf == nullptr ? 0 : cf->GetID();
  const Joined joined_key(key.parts, key.num_parts);
  if (payload == nullptr) return AddRecord(cf_id, tag, joined_key, nullptr);
  const Joined joined_payload(payload->parts, payload->num_parts);
  return AddRecord(cf_id, tag, joined_key, &joined_payload);
}

// ---- Updates ----

Status WriteBatch::Put(ColumnFamilyHandle* cf, const Slice& key, const Slice& value) {
  return AddUpdate(cf, kTypeValue, key, &value, nullptr);
}
Status WriteBatch::Put(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts,
                       const Slice& value) {
  return AddUpdate(cf, kTypeValue, key, &value, &ts);
}
Status WriteBatch::Put(ColumnFamilyHandle* cf, const SliceParts& key, const SliceParts& value) {
  return AddUpdate(cf, kTypeValue, key, &value);
}

Status WriteBatch::TimedPut(ColumnFamilyHandle* /*cf*/, const Slice& /*key*/,
                            const Slice& /*value*/, uint64_t /*write_unix_time*/) {
  return Status::NotSupported("TimedPut: preferred sequence numbers are not written");
}

namespace {

// Elsewhere null means the default family. An entity names its family, as those of a group do.
Status EntityLacksFamily() {
  return Status::InvalidArgument("PutEntity needs the handle of a column family, not null");
}

}  // namespace

Status WriteBatch::PutEntity(ColumnFamilyHandle* cf, const Slice& key, const WideColumns& columns) {
  if (cf == nullptr) return EntityLacksFamily();
  std::string entity;
  Status s = EncodeEntity(columns, &entity);
  if (!s.ok()) return s;
  const Slice bytes(entity);
  return AddUpdate(cf, kTypeWideColumnEntity, key, &bytes, nullptr);
}

Status WriteBatch::PutEntity(const Slice& key, const AttributeGroups& groups) {
  if (groups.empty()) return Status::InvalidArgument("PutEntity without attribute groups");
  // Before the first is added.
  for (const AttributeGroup& group : groups) {
    if (group.column_family() == nullptr) return EntityLacksFamily();
  }
  Status s;
  for (size_t i = 0; s.ok() && i < groups.size(); ++i) {
    s = PutEntity(groups[i].column_family(), key, groups[i].columns());
  }
  return s;
}

Status WriteBatch::Delete(ColumnFamilyHandle* cf, const Slice& key) {
  return AddUpdate(cf, kTypeDeletion, key, nullptr, nullptr);
}
Status WriteBatch::Delete(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts) {
  return AddUpdate(cf, kTypeDeletion, key, nullptr, &ts);
}
Status WriteBatch::Delete(ColumnFamilyHandle* cf, const SliceParts& key) {
  return AddUpdate(cf, kTypeDeletion, key, nullptr);
}

Status WriteBatch::SingleDelete(ColumnFamilyHandle* cf, const Slice& key) {
  return AddUpdate(cf, kTypeSingleDeletion, key, nullptr, nullptr);
}
Status WriteBatch::SingleDelete(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts) {
  return AddUpdate(cf, kTypeSingleDeletion, key, nullptr, &ts);
}
Status WriteBatch::SingleDelete(ColumnFamilyHandle* cf, const SliceParts& key) {
  return AddUpdate(cf, kTypeSingleDeletion, key, nullptr);
}

Status WriteBatch::DeleteRange(ColumnFamilyHandle* cf, const Slice& begin, const Slice& end) {
  return AddUpdate(cf, kTypeRangeDeletion, begin, &end, nullptr);
}
Status WriteBatch::DeleteRange(ColumnFamilyHandle* cf, const Slice& begin, const Slice& end,
                               const Slice& ts) {
  return AddUpdate(cf, kTypeRangeDeletion, begin, &end, &ts);
}
Status WriteBatch::DeleteRange(ColumnFamilyHandle* cf, const SliceParts& begin,
                               const SliceParts& end) {
  return AddUpdate(cf, kTypeRangeDeletion, begin, &end);
}

Status WriteBatch::Merge(ColumnFamilyHandle* cf, const Slice& key, const Slice& operand) {
  return AddUpdate(cf, kTypeMerge, key, &operand, nullptr);
}
Status WriteBatch::Merge(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts,
                         const Slice& operand) {
  return AddUpdate(cf, kTypeMerge, key, &operand, &ts);
}
Status WriteBatch::Merge(ColumnFamilyHandle* cf, const SliceParts& key, const SliceParts& operand) {
  return AddUpdate(cf, kTypeMerge, key, &operand);
}

Status WriteBatch::PutLogData(const Slice& blob) {
  const size_t need = 1 + VarintLength(blob.size()) + blob.size();
  if (blob.size() > kMostRecordBytes) return Status::InvalidArgument("log data is too large");
  if (max_bytes_ != 0 && rep_.size() + need > max_bytes_) return Status::MemoryLimit();
  BatchAccess::AppendMark(this, kTypeLogData, &blob, nullptr);
  return Status::OK();
}

Status BatchAccess::AppendBlobIndex(WriteBatch* batch, uint32_t cf_id, const Slice& key,
                                    const Slice& index) {
  const WriteBatch::Joined payload(index);
  return batch->AddRecord(cf_id, kTypeBlobIndex, WriteBatch::Joined(key), &payload);
}

// ---- Save points ----

void WriteBatch::SetSavePoint() {
  if (save_points_ == nullptr) save_points_ = std::make_unique<SavePointStack>();
  const SavePoint here(rep_.size(), Count(), Flags());
  save_points_->entries.push_back({here, seal_});
}

Status WriteBatch::RollbackToSavePoint() {
  if (save_points_ == nullptr || save_points_->entries.empty()) return Status::NotFound();
  const SavePointStack::Entry to = save_points_->entries.back();
  save_points_->entries.pop_back();
  // Nothing was added since, so flags and seal are right.
  if (to.point.size == rep_.size()) return Status::OK();
  rep_.resize(to.point.size);
  BatchAccess::SetCount(this, to.point.count);
  // Bytes that were found malformed when the place was marked stay suspect.
  const uint32_t suspect = flags_.load(std::memory_order_relaxed) & BatchAccess::kUnknown;
  flags_.store(to.point.content_flags | suspect, std::memory_order_relaxed);
  // What goes to the log cannot end behind the batch.
  if (!wal_end_.is_cleared() && wal_end_.size > to.point.size) wal_end_ = to.point;
  seal_ = to.seal;
  return Status::OK();
}

Status WriteBatch::PopSavePoint() {
  if (save_points_ == nullptr || save_points_->entries.empty()) return Status::NotFound();
  save_points_->entries.pop_back();
  return Status::OK();
}

void WriteBatch::DropSavePoints() { save_points_.reset(); }

void WriteBatch::MarkWalTerminationPoint() { wal_end_ = SavePoint(rep_.size(), Count(), Flags()); }

// ---- Protection: a chain over the guards of all records ----

size_t WriteBatch::GetProtectionBytesPerKey() const { return protected_ ? sizeof(seal_) : 0; }

uint64_t WriteBatch::SealOf(size_t end) const {
  BatchReader reader(Slice(rep_.data(), end));
  return SealRest(0, &reader);
}

void WriteBatch::Reseal() {
  if (!protected_) return;
  seal_ = SealOf(rep_.size());
  if (save_points_ == nullptr) return;
  // Bytes before a save point may have changed as well.
  for (auto& entry : save_points_->entries) entry.seal = SealOf(entry.point.size);
}

Status WriteBatch::VerifyChecksum() const {
  if (!protected_) return Status::OK();
  BatchReader reader(rep_);
  // Walks the whole batch: called where batches are joined or passed on, not at every update.
  const bool same = SealRest(0, &reader) == seal_;
  return same && reader.status().ok() ? Status::OK() : GuardMismatch();
}

}  // namespace ROCKSDB_NAMESPACE
