// The faults of the whole-tree check as text: see rocksdb/utilities/tree_check.h. It lies here
// because repair prints them too.
#include "rocksdb/utilities/tree_check.h"

namespace ROCKSDB_NAMESPACE {

namespace {

std::string Place(int level, uint64_t file) {
  if (level < 0) return file == 0 ? "memtable" : "file " + std::to_string(file);
  return "L" + std::to_string(level) + " file " + std::to_string(file);
}

}  // namespace

const char* TreeFault::KindName(Kind kind) {
  switch (kind) {
    case kLevelOrder:
      return "level order";
    case kEpochOrder:
      return "epoch order";
    case kIntervals:
      return "intervals";
    case kBuckets:
      return "buckets";
    case kFileBounds:
      return "file bounds";
    case kSequenceBounds:
      return "sequence bounds";
    case kEntryOrder:
      return "entry order";
    case kKeyOrder:
      return "key order";
    case kTombstoneOrder:
      return "range deletion order";
    case kTombstoneBounds:
      return "range deletion bounds";
    case kCounts:
      return "counts";
    case kUnreadable:
      return "unreadable";
  }
  return "unknown";
}

std::string TreeFault::ToString() const {
  std::string text = std::string(KindName(kind)) + ": " + what + "; " + Place(level, file);
  if (other_file != 0 || other_level >= 0) text += " and " + Place(other_level, other_file);
  if (!key.empty()) text += ", key 0x" + Slice(key).ToString(true);
  if (sequence != 0 || other_sequence != 0) {
    text += ", sequence " + std::to_string(sequence) + " and " + std::to_string(other_sequence);
  }
  return text;
}

std::string TreeCheckReport::ToString() const {
  std::string text = std::to_string(memtables) + " memtables, " + std::to_string(files) +
                     " files (" + std::to_string(straddling_files) + " straddle), " +
                     std::to_string(entries) + " entries of " + std::to_string(keys) + " keys, " +
                     std::to_string(range_deletions) + " range deletions, " +
                     std::to_string(faults.size()) + " faults\n";
  for (const TreeFault& fault : faults) text += fault.ToString() + "\n";
  return text;
}

}  // namespace ROCKSDB_NAMESPACE
