// What a pick changes in its column family: the list of running jobs and the cursors while it runs,
// the tree once it is done. Pure; the database calls these under the state lock (NumberOutputs
// under the MANIFEST lock) and writes the edit down.
//
//   StartPick -> job runs -> EditFor -> NumberOutputs -> MANIFEST record, new tree -> EndPick
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compaction/compaction_pick.h"
#include "version/version_edit.h"

namespace ROCKSDB_NAMESPACE {

// Adds the pick to `running`, and moves the start level's cursor: now, not when the job is done,
// since the next pick of that level must look elsewhere.
void StartPick(const CompactionPick& pick, uint64_t job_id, std::vector<RunningJob>* running,
               std::vector<std::string>* cursors);

// Takes the job out of `running`. By number: the vector moves when other jobs come and go.
void EndPick(uint64_t job_id, std::vector<RunningJob>* running);

// How many of `running` leave level 0.
uint64_t JobsOutOfL0(const std::vector<RunningJob>& running);

// The change of the tree: inputs go, `outputs` come and get their epoch. Files that only move keep
// their own object, so that they are never taken for obsolete.
VersionEdit EditFor(const CompactionPick& pick,
                    const std::vector<std::shared_ptr<FileMeta>>& outputs);

// Gives the outputs of a job within level 0 the smallest sequence number they record. `base`: the
// very tree that the edit changes; flushes may have come after the pick, so that what the output
// replaces has other neighbours now.
void NumberOutputs(const CompactionPick& pick, const TreeVersion& base,
                   const std::vector<std::shared_ptr<FileMeta>>& outputs);

}  // namespace ROCKSDB_NAMESPACE
