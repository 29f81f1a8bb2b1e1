// The kinds of entries that applications know, for the types that entries are stored with.
#pragma once

#include "rocksdb/types.h"
#include "util/dbformat.h"

namespace ROCKSDB_NAMESPACE {

// kEntryOther for a type that EntryType has no value for.
EntryType EntryTypeOf(ValueType type);

}  // namespace ROCKSDB_NAMESPACE
