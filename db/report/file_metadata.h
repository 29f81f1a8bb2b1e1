// Describes the tables of the open database as its metadata calls give them: by family, level and
// file. Reads no file and changes nothing.
#pragma once

#include <string>
#include <vector>

#include "db/state/db_parts.h"
#include "rocksdb/file_checksum.h"
#include "rocksdb/metadata.h"

namespace ROCKSDB_NAMESPACE {

// A copy, so that callers do not hold the lock over their work with each.
std::vector<FamilyPtr> AllFamilies(DbParts* parts) EXCLUDES_LOCK(state_lock);

// Every table of every family.
void DescribeLiveFiles(DbParts* parts, std::vector<LiveFileMetaData>* metadata)
    EXCLUDES_LOCK(state_lock);
void DescribeFamily(DbParts* parts, const FamilyPtr& family, ColumnFamilyMetaData* metadata)
    EXCLUDES_LOCK(state_lock);
void DescribeAllFamilies(DbParts* parts, std::vector<ColumnFamilyMetaData>* metadata)
    EXCLUDES_LOCK(state_lock);
// As the MANIFEST records them.
[[nodiscard]] Status ListChecksums(DbParts* parts, FileChecksumList* list)
    EXCLUDES_LOCK(state_lock);
// 0: some table's time is unknown. NotSupported unless max_open_files is -1.
[[nodiscard]] Status OldestCreationTime(DbParts* parts, uint64_t* creation_time)
    EXCLUDES_LOCK(state_lock);

}  // namespace ROCKSDB_NAMESPACE
