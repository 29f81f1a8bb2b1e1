// Which options of a table factory are refused together.
#include <gtest/gtest.h>

#include <memory>

#include "rocksdb/options.h"
#include "rocksdb/table.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(TableOptions, WhatCannotBeTogetherIsRefused) {
  const auto check = [](const BlockBasedTableOptions& table) {
    ColumnFamilyOptions cf;
    cf.compression = kNoCompression;
    const std::unique_ptr<TableFactory> factory(NewBlockBasedTableFactory(table));
    return factory->ValidateOptions(DBOptions(), cf);
  };
  BlockBasedTableOptions table;
  table.no_block_cache = true;
  EXPECT_OK(check(table));
  table.pin_l0_filter_and_index_blocks_in_cache = true;
  EXPECT_TRUE(check(table).IsInvalidArgument());
  table = BlockBasedTableOptions();
  table.block_align = true;
  EXPECT_OK(check(table));
  table.block_size = 5000;
  EXPECT_TRUE(check(table).IsInvalidArgument());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
