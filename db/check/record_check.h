// Walks the entries of several sources at once, newest source first, and checks that each user
// key's sequence numbers fall from source to source, and that each file is what its record says.
// Called by CheckTree, and by repair, which asks whether tables may lie above one another. Reads
// only.
//
//   source 0   memtable             k@9
//   source 1   L0, newest file      k@7   m@6
//   source 2   L0, next file              m@8   <- kKeyOrder: newer than m@6, found after it
//   source 3   L1, files end to end k@2
//
// One merge by internal key: a key's entries come newest first, so their sources must never step
// back. Range deletions are swept along: seen from the entry k@s of source i, those over k in
// sources before i must be newer than s, those in sources after i older.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/check/record_source.h"

namespace ROCKSDB_NAMESPACE {

class RecordCheck {
 public:
  using Tombstones = std::shared_ptr<const FragmentedRangeTombstones>;

  using OpenedFile = RecordSource::OpenedFile;
  using Opener = RecordSource::Opener;

  // REQUIRES: `report` outlives this.
  RecordCheck(const InternalKeyOrder& order, const TreeCheckOptions& options, Opener open,
              TreeCheckReport* report);
  ~RecordCheck();
  RecordCheck(const RecordCheck&) = delete;
  RecordCheck& operator=(const RecordCheck&) = delete;

  // Sources, newest first. Entries newer than `newest` were written after the check began and are
  // passed over.
  void AddMemtable(std::unique_ptr<InternalIterator> entries, Tombstones tombstones,
                   SequenceNumber newest);
  // Files that do not overlap, in key order: one of Level 0, or a whole level.
  void AddFiles(int level, FileList files);

  // Called once. Faults are in the report.
  void Run();

 private:
  struct Stretch;  // a range deletion, cut to its file

  // Before the walk: a range deletion must be known when the first key it covers comes.
  void GatherTombstones();
  void AddStretches(const FragmentedRangeTombstones& list, const FileMeta* file, size_t source);
  // The entry `source` stands on, against the one before it and the range deletions over it.
  void CheckEntry(const RecordSource& source);
  void CheckAgainstTombstones(const RecordSource& source, SequenceNumber sequence);
  void EnterKey(const Slice& user_key);
  void ReportKey(const RecordSource& source, SequenceNumber sequence);

  const InternalKeyOrder order_;
  const TreeCheckOptions options_;
  const Opener open_;
  TreeCheckReport* const report_;
  FaultList faults_;
  std::vector<std::unique_ptr<RecordSource>> sources_;
  std::vector<Stretch> stretches_;  // by start
  // The first that does not begin at or before the present key.
  size_t next_stretch_ = 0;
  std::vector<const Stretch*> active_;  // over the present key

  // The entry before the present one.
  std::string key_;
  bool have_key_ = false;
  SequenceNumber last_sequence_ = 0;
  size_t last_source_ = 0;
  uint64_t last_file_ = 0;
  bool key_faulted_ = false;  // one fault a key is enough
};

}  // namespace ROCKSDB_NAMESPACE
