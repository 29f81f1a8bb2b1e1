// Internal keys for those who read single tables.
#include "rocksdb/utilities/types_util.h"

#include "util/entry_type.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

Status GetInternalKeyForSeek(const Slice& user_key, const Comparator* comparator,
                             std::string* internal_key) {
  if (comparator == nullptr) return Status::InvalidArgument("comparator should be non-null");
  if (internal_key == nullptr) return Status::InvalidArgument("internal_key should be non-null");
  *internal_key = MakeInternalKey(user_key, kLargestSequence, kSeekType);
  return Status::OK();
}

Status GetInternalKeyForSeekForPrev(const Slice& user_key, const Comparator* comparator,
                                    std::string* internal_key) {
  if (comparator == nullptr) return Status::InvalidArgument("comparator should be non-null");
  if (internal_key == nullptr) return Status::InvalidArgument("internal_key should be non-null");
  *internal_key = MakeInternalKey(user_key, 0, kTypeDeletion);
  return Status::OK();
}

Status ParseEntry(const Slice& internal_key, const Comparator* comparator,
                  ParsedEntryInfo* parsed_entry) {
  if (comparator == nullptr) return Status::InvalidArgument("comparator should be non-null");
  ParsedInternalKey parsed;
  Status s = ParseInternalKey(internal_key, &parsed);
  if (!s.ok()) return Status::InvalidArgument("Not an internal key", s.ToString());
  const size_t ts_size = comparator->timestamp_size();
  if (parsed.user_key.size() < ts_size) {
    return Status::InvalidArgument("User key is too short for the timestamp");
  }
  const size_t key_size = parsed.user_key.size() - ts_size;
  parsed_entry->user_key = Slice(parsed.user_key.data(), key_size);
  parsed_entry->timestamp = Slice(parsed.user_key.data() + key_size, ts_size);
  parsed_entry->sequence = parsed.sequence;
  parsed_entry->type = EntryTypeOf(parsed.type);
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
