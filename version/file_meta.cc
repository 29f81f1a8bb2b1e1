// Copying file metadata: see file_meta.h.
#include "version/file_meta.h"

#include "rocksdb/file_checksum.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Two lists, because the atomics make the struct uncopyable: a field added to FileMeta must be
// added here, or repair, which clones, loses it.
void CopyRecorded(const FileMeta& from, FileMeta* to) {
  to->number = from.number;
  to->path_id = from.path_id;
  to->file_size = from.file_size;
  to->smallest = from.smallest;
  to->largest = from.largest;
  to->smallest_seqno = from.smallest_seqno;
  to->largest_seqno = from.largest_seqno;
  to->epoch = from.epoch;
  to->oldest_ancestor_time = from.oldest_ancestor_time;
  to->creation_time = from.creation_time;
  to->tail_size = from.tail_size;
  to->range_deletion_credit = from.range_deletion_credit;
  to->unique_id = from.unique_id;
  to->oldest_blob_file_number = from.oldest_blob_file_number;
  to->marked_for_compaction = from.marked_for_compaction;
  to->persist_user_defined_timestamps = from.persist_user_defined_timestamps;
  to->temperature = from.temperature;
  to->checksum = from.checksum;
  to->checksum_func_name = from.checksum_func_name;
}

void CopyProperties(const FileMeta& from, FileMeta* to) {
  to->num_entries = from.num_entries;
  to->num_deletions = from.num_deletions;
  to->num_range_deletions = from.num_range_deletions;
  to->raw_key_size = from.raw_key_size;
  to->raw_value_size = from.raw_value_size;
  to->newest_key_time = from.newest_key_time;
  to->stats_known = from.stats_known;
  to->compensated_size = from.compensated_size;
}

}  // namespace

std::string ChecksumName(const FileMeta& file) {
  return file.checksum_func_name.empty() ? kUnknownFileChecksumFuncName : file.checksum_func_name;
}

std::shared_ptr<FileMeta> FileMeta::Clone() const {
  auto copy = std::make_shared<FileMeta>();
  CopyRecorded(*this, copy.get());
  CopyProperties(*this, copy.get());
  return copy;
}

}  // namespace ROCKSDB_NAMESPACE
