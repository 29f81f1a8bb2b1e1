// The one checker of a tree's order. TreeBuilder calls it on every new version before anybody sees
// it, so a wrong edit fails its own job instead of the reads that come later. Tests of trees drawn
// as text use it too. Looks at neighbours only: O(files); tree_audit.h is the thorough one. Never
// changes anything, does no I/O.
//
// It holds the tree to what stock RocksDB 10.6 demands at open, because stock answers a tree it
// does not like by opening an empty database and deleting the tables.
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

// What RocksDB 7.8 wants in addition of level 0 (it has no epochs): recorded smallest sequence
// numbers descend, or the older file is single-valued. Not a condition for opening here; tests of
// flush numbering use it.
[[nodiscard]] Status CheckSequencesFor78(const TreeVersion& tree);

}  // namespace ROCKSDB_NAMESPACE
