// The merge operators that option text can name, under stock's names.
//
//    name                       nickname           the merged value
//    StringAppendOperator       stringappend       base and operands, `delimiter` between them
//    StringAppendTESTOperator   stringappendtest   the same; operands alone are never combined
//    UInt64AddOperator          uint64add          their sum as 64-bit numbers
//    PutOperator                put, put_v1        the newest operand
//    MaxOperator                max                the one that sorts last, byte by byte
//    BytesXOR                   bytesxor           their XOR; the shorter one ends with zeros
//    MergeSortOperator          sortlist           one sorted list of all their integers
//
// Stateless but for the delimiter; any thread may use them.
#pragma once

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Adds the makers to the registry of named objects. REQUIRES: called once.
void RegisterMergeOperators();

}  // namespace ROCKSDB_NAMESPACE
