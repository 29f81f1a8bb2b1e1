// Readers of Ribbon filters. A key's 128 coefficient bits, laid over the solution from a hashed
// start on, must give the key's result bits. NewFilterReader() uses it.
#pragma once

#include <memory>

#include "rocksdb/slice.h"
#include "table/filter_bits.h"

namespace ROCKSDB_NAMESPACE {

// `tail` points to the five bytes behind `bits`; `bits` must outlive the result. nullptr when the
// layout is unknown.
std::unique_ptr<FilterBitsReader> NewRibbonReader(const Slice& bits, const char* tail);

}  // namespace ROCKSDB_NAMESPACE
