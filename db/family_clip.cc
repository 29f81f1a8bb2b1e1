// See the header.
#include "db/family_clip.h"

#include <memory>

#include "rocksdb/comparator.h"
#include "rocksdb/iterator.h"
#include "rocksdb/write_batch.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Whether the family has keys outside of [begin, end), and which are the outermost.
struct Outlying {
  bool before = false;
  bool behind = false;
  std::string first;
  std::string last;
};

Status FindOutside(DB* db, ColumnFamilyHandle* cf, const Slice& begin, const Slice& end,
                   Outlying* outside) {
  const Comparator* order = cf->GetComparator();
  ReadOptions read;
  read.total_order_seek = true;
  read.fill_cache = false;
  const std::unique_ptr<Iterator> it(db->NewIterator(read, cf));
  it->SeekToFirst();
  if (it->Valid()) outside->first = it->key().ToString();
  // The next seek begins with a status of its own.
  if (!it->status().ok()) return it->status();
  outside->before = it->Valid() && order->Compare(outside->first, begin) < 0;
  it->SeekToLast();
  if (it->Valid()) outside->last = it->key().ToString();
  outside->behind = it->Valid() && order->Compare(outside->last, end) >= 0;
  return it->status();
}

}  // namespace

Status ClipFamily(DB* db, ColumnFamilyHandle* cf, const Slice& begin, const Slice& end) {
  if (cf->GetComparator()->Compare(begin, end) > 0)
    return Status::InvalidArgument("The first key to keep sorts after the end of the range");
  Outlying outside;
  Status s = FindOutside(db, cf, begin, end, &outside);
  // Both sides in one batch: a failure leaves the family as it was.
  WriteBatch batch;
  if (s.ok() && outside.before) s = batch.DeleteRange(cf, outside.first, begin);
  if (s.ok() && outside.behind) {
    s = batch.DeleteRange(cf, end, outside.last);
    // A range of keys excludes its end, and not every order has a next key.
    if (s.ok()) s = batch.Delete(cf, outside.last);
  }
  if (s.ok() && batch.Count() > 0) s = db->Write(WriteOptions(), &batch);
  CompactRangeOptions compact;
  compact.bottommost_level_compaction = BottommostLevelCompaction::kForceOptimized;
  if (s.ok() && outside.before) {
    const Slice first = outside.first;
    s = db->CompactRange(compact, cf, &first, &begin);
  }
  if (s.ok() && outside.behind) {
    const Slice last = outside.last;
    s = db->CompactRange(compact, cf, &end, &last);
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
