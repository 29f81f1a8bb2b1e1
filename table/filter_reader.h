// The choice of a reader from a filter's tail, the five bytes behind the bits:
//
//   tail byte 0:  0xff   cache-local Bloom: then 0,
//                        then probes | (log2(line bytes) - 6) << 5, then two zero bytes
//                 0xfe   Ribbon: seed, then 24 bits of block count
//                 1..30  the older Bloom: probes, then u32 number of lines
//                 else   matches everything
#pragma once

#include <memory>

#include "rocksdb/slice.h"
#include "table/filter_bits.h"

namespace ROCKSDB_NAMESPACE {

// For the contents of a filter block (which must outlive the result). Never nullptr; a filter of
// unknown layout matches everything, a filter without bits matches nothing.
std::unique_ptr<FilterBitsReader> NewFilterReader(const Slice& contents);

}  // namespace ROCKSDB_NAMESPACE
