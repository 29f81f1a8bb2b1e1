// Stored form of an entity (a value made of named columns). Batches and transactions encode, reads
// and compactions decode. Never allocates per column; decoded columns point into the input.
//
//   varint32 version = 1 | varint32 n | n x { sized name, varint32 value length } | n values
#pragma once

#include <string>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "rocksdb/wide_columns.h"

namespace ROCKSDB_NAMESPACE {

// Appends the encoding to *out, ordering the columns by name. InvalidArgument when names repeat or
// a part is longer than 4 GiB; *out is then unchanged.
[[nodiscard]] Status EncodeEntity(const WideColumns& columns, std::string* out);

// Replaces *columns by the columns in `bytes`, ordered by name; they point into `bytes`. A failure
// leaves *columns empty: Corruption, or NotSupported for an encoding of a later version.
[[nodiscard]] Status DecodeEntity(Slice bytes, WideColumns* columns);

// The value of the column with the empty name; empty when there is none.
[[nodiscard]] Status EntityDefaultValue(const Slice& bytes, Slice* value);

}  // namespace ROCKSDB_NAMESPACE
