// The one checker of a tree's order. TreeBuilder calls it on every new version before it is
// published, so a wrong edit fails its own job instead of later reads. Tests of trees drawn as text
// use it too. Compares neighbours only: O(files); tree_audit.h is the thorough one. Changes
// nothing, does no I/O.
//
// It checks what stock RocksDB 10.6 requires at open, because stock opens an empty database and
// deletes the tables where a tree does not meet that.
#pragma once

#include "rocksdb/status.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// Corruption, naming level and files, when
//  - a file's bounds are no internal keys or out of order, or a file number occurs twice;
//  - level 0 is not strictly newest first, holds a file without an epoch, or two neighbouring files
//    that share an epoch overlap;
//  - two files of a deeper level overlap or are out of order.
[[nodiscard]] Status CheckTree(const TreeVersion& tree);

// What RocksDB 7.8 requires of level 0 in addition (it has no epochs): recorded smallest sequence
// numbers descend, or the older file is single-valued. Not a condition for opening here; tests of
// flush numbering use it.
[[nodiscard]] Status CheckSequencesFor78(const TreeVersion& tree);

}  // namespace ROCKSDB_NAMESPACE
