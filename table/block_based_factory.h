// The factory behind NewBlockBasedTableFactory: opens and builds block-based tables with one set of
// BlockBasedTableOptions. Called through TableFactory only.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

class BlockBasedFactory : public TableFactory {
 public:
  explicit BlockBasedFactory(const BlockBasedTableOptions& options = BlockBasedTableOptions());
  const BlockBasedTableOptions& options() const { return options_; }

 private:
  BlockBasedTableOptions options_;
};

}  // namespace ROCKSDB_NAMESPACE
