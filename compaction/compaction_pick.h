// A decision to compact: which files, to which level, and how the outputs are cut. Every picker
// returns one; CompactionJob carries it out, or an edit alone when nothing must be rewritten. Plain
// data: no locks, no I/O. It holds the tree it was picked from, so the inputs stay on disk.
//
// Made and registered as a RunningJob under the state lock in one go; after that it is not changed,
// so the job's threads read it without a lock.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "rocksdb/compression_type.h"
#include "rocksdb/listener.h"
#include "version/running_job.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

struct CompactionPick {
  struct Inputs {
    int level = 0;
    FileList files;  // level 0: newest first; others: key order
  };

  TreePtr tree;
  // inputs[0].level is the start level; a later entry is the output level's overlap.
  std::vector<Inputs> inputs;
  int output_level = 0;
  uint32_t output_path_id = 0;
  CompactionReason reason = CompactionReason::kUnknown;
  double score = 0;
  bool trivial_move = false;   // files only change level, nothing is rewritten
  bool deletion_only = false;  // FIFO, or files wholly covered by a tombstone: inputs vanish
  bool bottommost = false;     // nothing of the range lies below output_level
  // Output level 0: no older file there overlaps the range, so that deletions may be dropped.
  bool oldest_of_level0 = false;
  // allow_ingest_behind: older data may still arrive below, so no deletion may be dropped.
  bool older_may_come = false;
  bool manual = false;
  bool exclusive = false;  // manual and exclusive
  // Soft limit of an output file in bytes; 0: none.
  uint64_t target_file_size = 0;
  // What an output may grow to until a file of `grandparents` ends: see OutputCutter. 0: outputs
  // take no heed of where these end.
  uint64_t stretched_file_size = 0;
  // An output ends when it overlaps more than this of `grandparents`: otherwise its own next
  // compaction would be too large.
  uint64_t max_grandparent_overlap_bytes = std::numeric_limits<uint64_t>::max();
  FileList grandparents;  // files of output_level + 1 that overlap, key order
  // User keys at which outputs must end (bucket boundaries), ascending.
  std::vector<std::string> cut_points;
  uint32_t max_subcompactions = 1;
  CompressionType compression = kNoCompression;
  CompressionOptions compression_opts;
  Temperature output_temperature = Temperature::kUnknown;
  // The bucket that an L0 job was picked for, and the same of PickContext; for events.
  size_t bucket = 0;
  uint32_t pace = 0;
  uint32_t most_leaving = 0;
  bool flush_first = false;
  // Round-robin: internal key after which the start level's next pick begins; empty: none.
  std::string next_cursor;

  // Range of all inputs. REQUIRES: InputFiles() > 0.
  UserRange range() const;
  uint64_t InputBytes() const;
  size_t InputFiles() const;
  int start_level() const { return inputs.empty() ? -1 : inputs.front().level; }
  // What other decisions see of this pick while it runs. REQUIRES: InputFiles() > 0.
  RunningJob ToRunningJob(uint64_t job_id) const;
  // "L0: f6 f5 + L1: f2 -> L1 cut g p": for LOG and tests; keys as they are.
  std::string DebugString() const;
};

}  // namespace ROCKSDB_NAMESPACE
