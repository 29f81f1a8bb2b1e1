// MANIFEST records to bytes and back: see version_edit.h. Fields are written in the order stock
// 10.6 writes them, so that an edit it could have made has the bytes it would have written.
//
//    record   { field number | value }*       no length in front, no end mark: the log has both
//    value    none, varint, length-prefixed bytes, level and number, file entry (file_record.h)
//    unknown  skipped by its length when the number has bit 13, else Corruption
#include "version/version_edit.h"

#include "util/coding.h"
#include "version/file_record.h"
#include "version/manifest_tags.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Marks inside the entries about logs and about separated values.
constexpr uint32_t kWalEnd = 1;
constexpr uint32_t kWalSyncedSize = 2;
constexpr uint32_t kBlobEnd = 0;

void PutTag(std::string* dst, Field f) { AppendVarint32(dst, static_cast<uint32_t>(f)); }

void PutNumber(std::string* dst, Field f, const std::optional<uint64_t>& v) {
  if (!v) return;
  PutTag(dst, f);
  AppendVarint64(dst, *v);
}

void PutNumber32(std::string* dst, Field f, uint32_t v) {
  PutTag(dst, f);
  AppendVarint32(dst, v);
}

void PutBytes(std::string* dst, Field f, const std::optional<std::string>& v) {
  if (!v) return;
  PutTag(dst, f);
  AppendSized(dst, *v);
}

// Stock's order of fields is not their numbers' order: keep it, golden bytes in the tests compare.
void PutCounters(std::string* dst, const VersionEdit& e) {
  PutBytes(dst, Field::kDatabaseId, e.db_id);
  PutBytes(dst, Field::kComparatorName, e.comparator);
  PutNumber(dst, Field::kLogNumber, e.log_number);
  PutNumber(dst, Field::kPrevLog, e.prev_log_number);
  PutNumber(dst, Field::kNextFile, e.next_file_number);
  if (e.max_column_family) PutNumber32(dst, Field::kMaxFamilyId, *e.max_column_family);
  PutNumber(dst, Field::kMinLogToKeep, e.min_log_to_keep);
  PutNumber(dst, Field::kLastSequence, e.last_sequence);
}

// Deletions before additions, as they are applied: an edit that moves a file names it in both.
void PutCursorsAndDeletions(std::string* dst, const VersionEdit& e) {
  for (const auto& [level, key] : e.compact_cursors) {
    PutNumber32(dst, Field::kCompactCursor, static_cast<uint32_t>(level));
    AppendSized(dst, key);
  }
  for (const auto& [level, number] : e.deleted_files) {
    PutNumber32(dst, Field::kFileGone, static_cast<uint32_t>(level));
    AppendVarint64(dst, number);
  }
}

// The last check before the disk: for a record that is refused here stock would open an empty
// database.
bool Encodable(int level, const FileMeta& f) {
  return f.smallest.size() >= kInternalTailBytes && f.largest.size() >= kInternalTailBytes &&
         (level > 0 || f.epoch != 0);
}

bool PutFiles(std::string* dst, const VersionEdit& e) {
  for (const auto& [level, file] : e.new_files) {
    if (!Encodable(level, *file)) return false;
    PutTag(dst, Field::kFileV4);
    AppendFileRecord(level, *file, dst);
  }
  for (const auto& [tag, bytes] : e.blob_records) {
    AppendVarint32(dst, tag);
    dst->append(bytes);
  }
  return true;
}

void PutWals(std::string* dst, const VersionEdit& e) {
  for (const auto& [number, size] : e.wal_additions) {
    std::string body;
    AppendVarint64(&body, number);
    if (size != UINT64_MAX) {
      AppendVarint32(&body, kWalSyncedSize);
      AppendVarint64(&body, size);
    }
    AppendVarint32(&body, kWalEnd);
    PutBytes(dst, Field::kWalAdded, body);
  }
  if (e.wals_deleted_before) {
    std::string body;
    AppendVarint64(&body, *e.wals_deleted_before);
    PutBytes(dst, Field::kWalsGone, body);
  }
}

void PutFamily(std::string* dst, const VersionEdit& e) {
  if (e.column_family != 0) PutNumber32(dst, Field::kFamilyId, e.column_family);
  PutBytes(dst, Field::kFamilyAdded, e.added_column_family);
  if (e.drops_column_family) PutTag(dst, Field::kFamilyDropped);
  if (e.in_atomic_group) PutNumber32(dst, Field::kAtomicGroup, e.atomic_group_remaining);
  PutBytes(dst, Field::kTimestampLow, e.full_history_ts_low);
  if (e.persist_user_defined_timestamps) {
    PutBytes(dst, Field::kKeepsTimestamps,
             std::string(1, *e.persist_user_defined_timestamps ? 1 : 0));
  }
  PutBytes(dst, Field::kBucketBoundaries, e.bucket_boundaries);
}

// Reads one record, field by field. Every Take... returns false on malformed input.
class RecordReader {
 public:
  RecordReader(const Slice& record, VersionEdit* edit) : in_(record), e_(edit) {}

  Status Read() {
    while (!in_.empty()) {
      uint32_t tag = 0;
      if (!TakeVarint32(&in_, &tag)) return Status::Corruption("VersionEdit", "bad tag");
      // A Take... that knows more than "malformed" puts it into detail_.
      const bool ok = TakeField(static_cast<Field>(tag));
      if (!detail_.ok()) return detail_;
      if (!ok) return Status::Corruption("VersionEdit", "malformed tag " + std::to_string(tag));
    }
    return Status::OK();
  }

 private:
  bool TakeNumber(std::optional<uint64_t>* out) {
    uint64_t v = 0;
    if (!TakeVarint64(&in_, &v)) return false;
    *out = v;
    return true;
  }
  bool TakeBytes(std::optional<std::string>* out) {
    Slice v;
    if (!TakeSized(&in_, &v)) return false;
    *out = v.ToString();
    return true;
  }

  // Fields by kind, one function each; the last of the chain skips or refuses all others.
  bool TakeField(Field f) {
    switch (f) {
      case Field::kLogNumber:
        return TakeNumber(&e_->log_number);
      case Field::kPrevLog:
        return TakeNumber(&e_->prev_log_number);
      case Field::kNextFile:
        return TakeNumber(&e_->next_file_number);
      case Field::kLastSequence:
        return TakeNumber(&e_->last_sequence);
      case Field::kMinLogToKeep:
        return TakeNumber(&e_->min_log_to_keep);
      case Field::kDatabaseId:
        return TakeBytes(&e_->db_id);
      case Field::kComparatorName:
        return TakeBytes(&e_->comparator);
      case Field::kTimestampLow:
        return TakeBytes(&e_->full_history_ts_low);
      case Field::kBucketBoundaries:
        return TakeBytes(&e_->bucket_boundaries);
      default:
        return TakeFileField(f);
    }
  }

  bool TakeFileField(Field f) {
    switch (f) {
      case Field::kFileV1:
      case Field::kFileV2:
      case Field::kFileV3:
      case Field::kFileV4:
        return TakeFile(f);
      case Field::kFileGone:
        return TakeDeletion();
      case Field::kCompactCursor:
        return TakeCursor();
      case Field::kBlobAdded:
        return TakeBlob(f, 3, 2);
      case Field::kBlobGarbage:
        return TakeBlob(f, 3, 0);
      default:
        return TakeFamilyField(f);
    }
  }

  bool TakeFamilyField(Field f) {
    switch (f) {
      case Field::kFamilyId:
        return TakeVarint32(&in_, &e_->column_family);
      case Field::kFamilyAdded:
        return TakeBytes(&e_->added_column_family);
      case Field::kFamilyDropped:
        e_->drops_column_family = true;
        return true;
      case Field::kMaxFamilyId:
        return TakeVarint32(&in_, &e_->max_column_family.emplace(0));
      case Field::kAtomicGroup:
        e_->in_atomic_group = true;
        return TakeVarint32(&in_, &e_->atomic_group_remaining);
      case Field::kKeepsTimestamps:
        return TakeKeepsTimestamps();
      default:
        return TakeWalField(f);
    }
  }

  bool TakeWalField(Field f) {
    Slice body;
    switch (f) {
      // Old writers put these without a length: only a reader that knows the field can read past
      // it.
      case Field::kWalAddedUnsized:
        return TakeWal(&in_);
      case Field::kWalAdded:
        return TakeSized(&in_, &body) && TakeWal(&body);
      case Field::kWalsGoneUnsized:
        return TakeNumber(&e_->wals_deleted_before);
      case Field::kWalsGone:
        return TakeSized(&in_, &body) && TakeVarint64(&body, &e_->wals_deleted_before.emplace(0));
      default:
        return SkipUnknown(f);
    }
  }

  bool SkipUnknown(Field f) {
    const uint32_t tag = static_cast<uint32_t>(f);
    if ((tag & kSkippableFieldBit) == 0) {
      detail_ = Status::Corruption("VersionEdit", "unknown tag " + std::to_string(tag));
      return false;
    }
    Slice skipped;
    return TakeSized(&in_, &skipped);
  }

  bool TakeFile(Field kind) {
    FileRecord r;
    detail_ = TakeFileRecord(kind, &in_, &r);
    if (!detail_.ok()) return false;
    // Of several file entries the last one decides, as in a record that has the field itself.
    if (r.min_log_to_keep) e_->min_log_to_keep = r.min_log_to_keep;
    e_->new_files.emplace_back(r.level, std::move(r.file));
    return true;
  }
  bool TakeDeletion() {
    int level = 0;
    uint64_t number = 0;
    if (!TakeLevel(&in_, &level) || !TakeVarint64(&in_, &number)) return false;
    e_->deleted_files.emplace_back(level, number);
    return true;
  }
  bool TakeCursor() {
    int level = 0;
    std::string key;
    if (!TakeLevel(&in_, &level) || !TakeBound(&in_, &key)) return false;
    e_->compact_cursors.emplace_back(level, std::move(key));
    return true;
  }
  bool TakeKeepsTimestamps() {
    Slice v;
    if (!TakeSized(&in_, &v) || v.size() != 1) return false;
    e_->persist_user_defined_timestamps = v[0] == 1;
    return true;
  }
  bool TakeWal(Slice* in) {
    uint64_t number = 0, size = UINT64_MAX;
    if (!TakeVarint64(in, &number)) return false;
    for (;;) {
      uint32_t tag = 0;
      if (!TakeVarint32(in, &tag)) return false;
      if (tag == kWalEnd) break;
      if (tag != kWalSyncedSize || !TakeVarint64(in, &size)) return false;
    }
    e_->wal_additions.emplace_back(number, size);
    return true;
  }
  // `numbers` varints, `strings` length-prefixed strings, then tagged strings up to kBlobEnd; kept
  // as they are.
  bool TakeBlob(Field f, int numbers, int strings) {
    // Parsed only to find where the entry ends.
    const char* begin = in_.data();
    uint64_t number = 0;
    Slice s;
    while (numbers-- > 0) {
      if (!TakeVarint64(&in_, &number)) return false;
    }
    while (strings-- > 0) {
      if (!TakeSized(&in_, &s)) return false;
    }
    for (uint32_t tag = ~0u; tag != kBlobEnd;) {
      if (!TakeVarint32(&in_, &tag)) return false;
      if (tag != kBlobEnd && !TakeSized(&in_, &s)) return false;
    }
    e_->blob_records.emplace_back(static_cast<uint32_t>(f), std::string(begin, in_.data()));
    return true;
  }

  Slice in_;
  VersionEdit* e_;
  Status detail_;
};

std::string KeyText(const Slice& user_key, bool hex) { return user_key.ToString(hex); }

void Line(std::string* out, const char* name, const std::string& value) {
  out->append("  ").append(name).append(": ").append(value).push_back('\n');
}

template <typename T>
void Line(std::string* out, const char* name, const std::optional<T>& value) {
  if (value) Line(out, name, std::to_string(*value));
}

std::string FileText(int level, const FileMeta& f, bool hex) {
  std::string s = "L" + std::to_string(level) + " #" + std::to_string(f.number) + " " +
                  std::to_string(f.file_size) + "B [" + KeyText(f.smallest_user_key(), hex) +
                  " .. " + KeyText(f.largest_user_key(), hex) + (f.ends_exclusive() ? ")" : "]");
  return s + " seq " + std::to_string(f.smallest_seqno) + ".." + std::to_string(f.largest_seqno) +
         " epoch " + std::to_string(f.epoch);
}

}  // namespace

bool VersionEdit::EncodeTo(std::string* dst) const {
  PutCounters(dst, *this);
  PutCursorsAndDeletions(dst, *this);
  if (!PutFiles(dst, *this)) return false;
  PutWals(dst, *this);
  PutFamily(dst, *this);
  return true;
}

Status VersionEdit::DecodeFrom(const Slice& record) {
  // An edit may be used again: nothing of the last record may remain.
  *this = VersionEdit();
  return RecordReader(record, this).Read();
}

std::string VersionEdit::DebugString(bool hex) const {
  std::string out = "VersionEdit {\n";
  if (db_id) Line(&out, "DbId", *db_id);
  if (comparator) Line(&out, "Comparator", *comparator);
  Line(&out, "LogNumber", log_number);
  Line(&out, "PrevLogNumber", prev_log_number);
  Line(&out, "NextFileNumber", next_file_number);
  Line(&out, "MaxColumnFamily", max_column_family);
  Line(&out, "MinLogNumberToKeep", min_log_to_keep);
  Line(&out, "LastSeq", last_sequence);
  for (const auto& [level, number] : deleted_files) {
    Line(&out, "DeleteFile", "L" + std::to_string(level) + " #" + std::to_string(number));
  }
  for (const auto& [level, file] : new_files) Line(&out, "AddFile", FileText(level, *file, hex));
  Line(&out, "ColumnFamily", std::to_string(column_family));
  if (added_column_family) Line(&out, "ColumnFamilyAdd", *added_column_family);
  if (drops_column_family) Line(&out, "ColumnFamilyDrop", std::string("true"));
  if (in_atomic_group) Line(&out, "AtomicGroup", std::to_string(atomic_group_remaining));
  if (bucket_boundaries) {
    Line(&out, "BucketBoundaries", std::to_string(bucket_boundaries->size()) + " bytes");
  }
  out += "}\n";
  return out;
}

}  // namespace ROCKSDB_NAMESPACE
