// Guards of the batches of a group, see the header.
#include "db/write/group_guards.h"

#include "rocksdb/write_batch.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

Status VerifyGroupRecord(const WriteQueue::Group& group, const Slice& record) {
  BUCKETLSM_SYNC_POINT_ARG("GroupGuards:Record", const_cast<char*>(record.data()));
  BatchReader at(record);
  // Where the present writer's part of the record ends. Parts without guards are only walked, to
  // come to the next; their own bytes nobody vouches for.
  size_t end = kBatchHeaderBytes;
  Status s;
  if (at.sequence() != group.leader->sequence) s = GuardMismatch();
  group.ForEach([&](const WriteQueue::Writer* w) {
    end += w->batch->GetDataSize() - kBatchHeaderBytes;
    const BatchGuards* guards = GuardsOf(*w);
    if (s.ok() && guards != nullptr) s = VerifyGuards(*guards, &at);
    while (s.ok() && at.end_offset() < end) {
      // A protected part has exactly as many records as guards, so none may be left over.
      if (guards != nullptr || !at.Next()) s = GuardMismatch();
    }
  });
  if (s.ok() && (at.Next() || !at.status().ok())) s = GuardMismatch();
  return s;
}

// Without a log the batches go into the memtables straight, each from its own bytes.
Status VerifyGroupBatches(const WriteQueue::Group& group) {
  Status s;
  group.ForEach([&](const WriteQueue::Writer* w) {
    const BatchGuards* guards = GuardsOf(*w);
    if (s.ok() && guards != nullptr) s = VerifyGuards(w->batch->Data(), *guards);
  });
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
