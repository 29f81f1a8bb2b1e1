// A flush's walk over its memtables; see the header.
//
//   memtables -> merge by internal key -> CompactionIterator (what survives) -> tally by bucket
//                                                                      -> TableOutputs (cuts)
#include "db/jobs/flush_walk.h"

#include "table/merging_iterator.h"
#include "util/io_activity.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TableOutputs::Settings Bounded(TableOutputs::Settings s, const WalkRange& range) {
  s.lower = range.lower;
  s.upper = range.upper;
  return s;
}

}  // namespace

FlushWalk::FlushWalk(Input input)
    : memtables_(*input.memtables),
      map_(*input.map),
      range_(input.range),
      stream_(std::move(input.stream)),
      filter_(std::move(input.filter)),
      outputs_(std::make_unique<TableOutputs>(Bounded(std::move(input.outputs), input.range))) {
  stream_.upper = range_.upper;
  stream_.filter = filter_.filter;
}

void FlushWalk::Run() {
  const IoActivityScope activity(Env::IOActivity::kFlush);
  status_ = Walk();
}

void FlushWalk::Sync() {
  const IoActivityScope activity(Env::IOActivity::kFlush);
  status_ = outputs_->Sync();
}

Status FlushWalk::Walk() {
  std::vector<std::unique_ptr<InternalIterator>> children;
  // Newest first; the merge goes by internal key, in which the order of sources shows only in ties.
  for (auto it = memtables_.rbegin(); it != memtables_.rend(); ++it)
    children.emplace_back((*it)->NewIterator());
  std::unique_ptr<InternalIterator> input(NewMergingIterator(map_.order(), std::move(children)));
  CompactionIterator stream(input.get(), std::move(stream_));
  FlushTally tally(map_);
  if (range_.lower != nullptr) {
    // The first version of the first key: everything before belongs to the walk on the left.
    input->Seek(MakeInternalKey(*range_.lower, kLargestSequence, kSeekType));
    stream.Start();
  } else {
    stream.SeekToFirst();
  }
  Status s;
  for (; stream.Valid() && s.ok(); stream.Next()) {
    // Counted by bucket, not by file: a file may straddle.
    tally.Add(stream.user_key(), stream.key().size() + stream.value().size());
    s = outputs_->Add(stream.key(), stream.value());
  }
  if (s.ok()) s = stream.status();
  if (s.ok()) s = outputs_->End();
  if (s.ok()) pieces_ = tally.Finish();
  records_read_ = stream.counters().input_records;
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
