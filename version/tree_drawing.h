// Trees as text, for tests and people: a drawing in, a tree out, and back. The running database
// only draws (LOG lines of jobs); it never parses.
//
//     L0: f5[c-k]@9 f4[a-d)@6..8:2M
//     L1: f3[a-m]@5:40M  f2[n-z]@1..4 !
//     map: g p
//     running: 7 L0->L1 f5 f3
//
// File: f<number>[smallest-largest], ")" for an end that is itself outside the file; then in any
// order
//   @seq or @low..high  sequence range (default: 0)       :size  bytes, K/M/G allowed (default 1M)
//   #epoch              (default on L0: counted so that the first listed is newest; deeper: 1)
//   !                   marked for compaction             ~time  oldest ancestor and creation time
//   %n/m                n deletions among m entries
// Level 0 is listed newest first. Keys are plain words. `map:` names bucket boundaries, `running:`
// a job.
#pragma once

#include <string>
#include <vector>

#include "rocksdb/status.h"
#include "version/running_job.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

struct Drawing {
  TreePtr tree;
  std::vector<std::string> boundaries;
  std::vector<RunningJob> jobs;
};

// InvalidArgument naming the word that could not be read; Corruption when the tree breaks an
// invariant.
[[nodiscard]] Status ParseDrawing(const InternalKeyOrder& order, const std::string& text,
                                  int num_levels, Drawing* out);

// "f5[c-k]@9"; single sequence when low = high.
std::string DrawFile(const FileMeta& file);
// "f5 f3": numbers only, in order.
std::string DrawNumbers(const FileList& files);
// Non-empty levels, one a line, each file as DrawFile gives it.
std::string DrawTree(const TreeVersion& tree);

}  // namespace ROCKSDB_NAMESPACE
