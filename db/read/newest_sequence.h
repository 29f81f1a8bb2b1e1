// The newest entry of a key, whatever it is: what transactions hold their snapshots against. Reads
// memtables first, then tables; takes no lock and reads no values.
#pragma once

#include "db/state/db_parts.h"
#include "rocksdb/slice.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

// *newest: the sequence number of the newest entry of `key`, a range tombstone over it included.
// Without an entry newer than `since` it is some number that is not above `since`; 0 when no entry
// was met. *complete: whether each entry newer than `since` is in what was looked at; false only
// with `memory_only`, which looks at memtables and reads no table, and only when no entry was met
// there; then *kept_since (may be null) is the number from which on memory has all entries. After
// an error none is set.
[[nodiscard]] Status FindNewestSequence(DbParts* parts, ColumnFamily* family, const Slice& key,
                                        SequenceNumber since, bool memory_only,
                                        SequenceNumber* newest, bool* complete,
                                        SequenceNumber* kept_since);

}  // namespace ROCKSDB_NAMESPACE
