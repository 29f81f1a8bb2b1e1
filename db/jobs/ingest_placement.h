// Where the files of one ingestion go in a family's tree, and which of them need a sequence number.
//
//   file     [d ------ h]
//   L0    [a .. c]                        no entry in [d, h]: pass
//   L4       [c ......... k]              reaches over [d, h] and has no entry in it: pass, no
//   place L5                       [m .. p]     free: the deepest place so far L6          [f .. g]
//   an entry: stop. The file goes to L5, and needs a number
//
// Files of the same ingestion count like those of the tree, once they have a place.
#pragma once

#include <vector>

#include "compaction/pick_context.h"
#include "db/jobs/ingest_file.h"

namespace ROCKSDB_NAMESPACE {

// Whether a table that overlaps the range by its bounds has anything in it. Looks into it where the
// bounds do not tell.
[[nodiscard]] Status HasEntryIn(const IngestSource& source, TableCache* tables, const FilePtr& file,
                                int level, const UserRange& range, bool* has);

// For each file the first level with an entry in the file's range; num_levels() when there is none.
// Looks into tables whose range the file's range lies in, so no lock should be held. Stays right
// while no write is committed: jobs move entries, and make none.
struct EntryDepths {
  // The tree that was looked at.
  TreePtr tree;
  std::vector<int> first_level;
};
[[nodiscard]] Status FindEntryDepths(const IngestSource& source, TableCache* tables, TreePtr tree,
                                     const std::vector<IngestFile>& files, EntryDepths* depths);

// Sets the level of every file, and in needs[i] whether it needs a sequence number.
// InvalidArgument, NotSupported or TryAgain where the options do not allow the result. REQUIRES:
// ctx.tree is depths.tree.
[[nodiscard]] Status PlaceIngestFiles(const IngestSource& source, const PickContext& ctx,
                                      const EntryDepths& depths, std::vector<IngestFile>* files,
                                      std::vector<bool>* needs);

}  // namespace ROCKSDB_NAMESPACE
