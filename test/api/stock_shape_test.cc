// What programs written for RocksDB's headers lean on without asking: the order of fields, the
// kinds of what is declared, default bodies, and options of a running database that name what is in
// use. Most of it fails by not compiling.
#include <type_traits>

#include "rocksdb/compaction_filter.h"
#include "rocksdb/convenience.h"
#include "rocksdb/file_system.h"
#include "rocksdb/memtablerep.h"
#include "rocksdb/utilities/optimistic_transaction_db.h"
#include "rocksdb/utilities/transaction.h"
#include "rocksdb/utilities/transaction_db.h"
#include "rocksdb/write_buffer_manager.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class StockShape : public DbTest {};

TEST_F(StockShape, DesignatedInitialisersNameFieldsInStocksOrder) {
  const BlockBasedTableOptions table{.cache_index_and_filter_blocks = true,
                                     .index_type = BlockBasedTableOptions::kTwoLevelIndexSearch,
                                     .checksum = kCRC32c,
                                     .no_block_cache = false,
                                     .block_cache = nullptr,
                                     .block_size = 8192,
                                     .metadata_block_size = 2048,
                                     .partition_filters = true,
                                     .use_delta_encoding = false,
                                     .filter_policy = nullptr,
                                     .whole_key_filtering = false,
                                     .verify_compression = true,
                                     .format_version = 5,
                                     .enable_index_compression = false,
                                     .block_align = true,
                                     .max_auto_readahead_size = 1024,
                                     .initial_auto_readahead_size = 512,
                                     .num_file_reads_for_auto_readahead = 3};
  EXPECT_EQ(table.block_size, 8192u);
  const PlainTableOptions plain{.user_key_len = 8,
                                .bloom_bits_per_key = 0,
                                .hash_table_ratio = 0.5,
                                .index_sparseness = 4,
                                .huge_page_tlb_size = 0,
                                .encoding_type = kPrefix,
                                .full_scan_mode = true,
                                .store_index_in_file = true};
  EXPECT_EQ(plain.index_sparseness, 4u);
  const TransactionOptions pessimistic{.set_snapshot = true,
                                       .deadlock_detect = true,
                                       .lock_timeout = 7,
                                       .expiration = 8,
                                       .deadlock_detect_depth = 9,
                                       .max_write_batch_size = 10,
                                       .skip_concurrency_control = true,
                                       .skip_prepare = false};
  EXPECT_EQ(pessimistic.expiration, 8);
  const OptimisticTransactionOptions optimistic{.set_snapshot = true, .cmp = nullptr};
  EXPECT_TRUE(optimistic.set_snapshot);
  const IngestExternalFileOptions ingestion{.move_files = true, .link_files = false};
  EXPECT_TRUE(ingestion.move_files);
  const WaitForCompactOptions wait{.flush = true, .wait_for_purge = true, .close_db = false};
  EXPECT_TRUE(wait.wait_for_purge);
  const CompactionFilter::Context context{.is_full_compaction = true, .is_manual_compaction = true};
  EXPECT_TRUE(context.is_manual_compaction);
}

TEST_F(StockShape, WhatAFileSystemSupportsIsABitSetOfPlainNumbers) {
  int64_t supported = 0;
  supported |= (1 << FSSupportedOps::kAsyncIO);
  EXPECT_EQ(supported, 1);
}

TEST_F(StockShape, TheListOfCompressionsLivesAsLongAsTheProcess) {
  static_assert(std::is_lvalue_reference_v<decltype(GetSupportedCompressions())>);
  EXPECT_EQ(&GetSupportedCompressions(), &GetSupportedCompressions());
}

// All that stock asks of a memtable's own structure.
class LeastRep : public MemTableRep {
 public:
  using MemTableRep::MemTableRep;
  void Insert(KeyHandle) override {}
  bool Contains(const char*) const override { return false; }
  size_t ApproximateMemoryUsage() override { return 0; }
  Iterator* GetIterator(Arena*) override { return nullptr; }
};
static_assert(!std::is_abstract_v<LeastRep>);

TEST_F(StockShape, ReadsOfATransactionIntoAPinnableSliceCopyByDefault) {
  TransactionDB* raw = nullptr;
  ASSERT_OK(TransactionDB::Open(SmallOptions(), TransactionDBOptions(), DbPath(), &raw));
  const std::unique_ptr<TransactionDB> db(raw);
  const std::unique_ptr<Transaction> txn(db->BeginTransaction(WriteOptions()));
  ASSERT_OK(txn->Put("k", "v"));
  ColumnFamilyHandle* const cf = db->DefaultColumnFamily();
  const ReadOptions read;
  PinnableSlice value;
  EXPECT_OK(txn->Transaction::Get(read, "k", &value));
  EXPECT_EQ(value, "v");
  value.Reset();
  EXPECT_OK(txn->Transaction::Get(read, cf, "k", &value));
  EXPECT_EQ(value, "v");
  value.Reset();
  EXPECT_OK(txn->Transaction::GetForUpdate(read, "k", &value));
  EXPECT_EQ(value, "v");
  value.Reset();
  EXPECT_OK(txn->Transaction::GetForUpdate(read, cf, "k", &value));
  EXPECT_EQ(value, "v");
  const Slice keys[] = {"none", "k"};
  PinnableSlice values[2];
  Status statuses[2];
  txn->Transaction::MultiGet(read, cf, 2, keys, values, statuses);
  EXPECT_TRUE(statuses[0].IsNotFound());
  EXPECT_OK(statuses[1]);
  EXPECT_EQ(values[1], "v");
}

TEST_F(StockShape, ARunningDatabaseTellsItsDirectoryAndItsWriteBufferManager) {
  ASSERT_OK(Open(SmallOptions()));
  ASSERT_OK(Put("a", "1"));
  const Options now = db_->GetOptions();
  ASSERT_NE(now.write_buffer_manager, nullptr);
  EXPECT_FALSE(now.write_buffer_manager->enabled());
  ASSERT_EQ(now.db_paths.size(), 1u);
  EXPECT_EQ(now.db_paths[0].path, DbPath());
  EXPECT_EQ(now.db_paths[0].target_size, UINT64_MAX);
  ASSERT_EQ(now.cf_paths.size(), 1u);
  EXPECT_EQ(now.cf_paths[0].path, DbPath());
  EXPECT_EQ(db_->GetDBOptions().db_paths.size(), 1u);
  // Who keeps them may open with them.
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(Open(now));
  EXPECT_EQ(Get("a"), "1");
}

}  // namespace
}  // namespace system_test
