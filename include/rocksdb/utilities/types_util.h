// Internal keys, for iterators over a single table (SstFileReader::NewTableIterator()).
#pragma once

#include <string>

#include "rocksdb/comparator.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

// An internal key that sorts before all versions of the user key, for Seek(), or behind them, for
// SeekForPrev(). InvalidArgument: a null argument.
Status GetInternalKeyForSeek(const Slice& user_key, const Comparator* comparator,
                             std::string* internal_key);
Status GetInternalKeyForSeekForPrev(const Slice& user_key, const Comparator* comparator,
                                    std::string* internal_key);

// Takes an internal key apart. The slices of the result point into it. InvalidArgument for a null
// comparator or bytes that are no internal key.
Status ParseEntry(const Slice& internal_key, const Comparator* comparator,
                  ParsedEntryInfo* parsed_entry);

}  // namespace ROCKSDB_NAMESPACE
