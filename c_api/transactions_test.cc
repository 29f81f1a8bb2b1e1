// Transactions through the C API: each function is called, and its effect is seen.
#include <gmock/gmock.h>

#include <filesystem>

#include "c_api/c_api_fixture.h"

namespace c_api_test {
namespace {

using testing::HasSubstr;

class CTransactions : public CApiTest {
 protected:
  CTransactions() {
    rocksdb_transactiondb_options_set_transaction_lock_timeout(txn_db_options_.get(), 0);
    rocksdb_transactiondb_options_set_default_lock_timeout(txn_db_options_.get(), 0);
    rocksdb_options_set_uint64add_merge_operator(options_.get());
  }
  ~CTransactions() override { CloseDb(); }

  void OpenDb() {
    CloseDb();
    const char* names[] = {"default", "other"};
    const rocksdb_options_t* family_options[] = {options_.get(), options_.get()};
    rocksdb_options_set_create_missing_column_families(options_.get(), 1);
    txn_db_ = rocksdb_transactiondb_open_column_families(options_.get(), txn_db_options_.get(),
                                                         path().c_str(), 2, names, family_options,
                                                         cfs_, error_.out());
    ASSERT_EQ(error_.Take(), "");
    ASSERT_NE(txn_db_, nullptr);
  }
  void CloseDb() {
    if (txn_db_ == nullptr) return;
    for (auto* cf : cfs_) rocksdb_column_family_handle_destroy(cf);
    rocksdb_transactiondb_close(txn_db_);
    txn_db_ = nullptr;
  }
  Owned<rocksdb_transaction_t> Begin() {
    return {rocksdb_transaction_begin(txn_db_, write_.get(), txn_options_.get(), nullptr),
            rocksdb_transaction_destroy};
  }
  std::string Put(rocksdb_transaction_t* txn, const std::string& key, const std::string& value) {
    rocksdb_transaction_put(txn, key.data(), key.size(), value.data(), value.size(), error_.out());
    return error_.Take();
  }
  std::string DbPut(const std::string& key, const std::string& value) {
    rocksdb_transactiondb_put(txn_db_, write_.get(), key.data(), key.size(), value.data(),
                              value.size(), error_.out());
    return error_.Take();
  }
  std::string Commit(rocksdb_transaction_t* txn) {
    rocksdb_transaction_commit(txn, error_.out());
    return error_.Take();
  }
  // Each: the value, "(null)", or the error.
  std::string Answer(char* value, size_t size) {
    const std::string failure = error_.Take();
    return failure.empty() ? Take(value, size) : failure;
  }
  std::string Answer(rocksdb_pinnableslice_t* pinned) {
    const std::string failure = error_.Take();
    if (pinned == nullptr) return failure.empty() ? "(null)" : failure;
    size_t size = 0;
    const char* bytes = rocksdb_pinnableslice_value(pinned, &size);
    std::string value(bytes, size);
    rocksdb_pinnableslice_destroy(pinned);
    return value;
  }
  std::string Get(rocksdb_transaction_t* txn, const std::string& key) {
    size_t size = 0;
    char* value =
        rocksdb_transaction_get(txn, read_.get(), key.data(), key.size(), &size, error_.out());
    return Answer(value, size);
  }
  std::string DbGet(const std::string& key) {
    size_t size = 0;
    char* value = rocksdb_transactiondb_get(txn_db_, read_.get(), key.data(), key.size(), &size,
                                            error_.out());
    return Answer(value, size);
  }
  std::string DbGet(rocksdb_column_family_handle_t* cf, const std::string& key) {
    size_t size = 0;
    char* value = rocksdb_transactiondb_get_cf(txn_db_, read_.get(), cf, key.data(), key.size(),
                                               &size, error_.out());
    return Answer(value, size);
  }
  static std::string AllOf(rocksdb_iterator_t* iterator) {
    rocksdb_iter_seek_to_first(iterator);
    std::string text = Rest(iterator);
    rocksdb_iter_destroy(iterator);
    return text;
  }

  static constexpr const char* kTimeout = "Operation timed out: Timeout waiting to lock key";

  Owned<rocksdb_transactiondb_options_t> txn_db_options_{rocksdb_transactiondb_options_create(),
                                                         rocksdb_transactiondb_options_destroy};
  Owned<rocksdb_transaction_options_t> txn_options_{rocksdb_transaction_options_create(),
                                                    rocksdb_transaction_options_destroy};
  rocksdb_transactiondb_t* txn_db_ = nullptr;
  rocksdb_column_family_handle_t* cfs_[2] = {};
};

TEST_F(CTransactions, WriteReadCommitAndRollBack) {
  OpenDb();
  auto txn = Begin();
  EXPECT_EQ(Put(txn.get(), "a", "1"), "");
  EXPECT_EQ(Get(txn.get(), "a"), "1");
  EXPECT_EQ(DbGet("a"), "(null)");
  EXPECT_EQ(DbPut("a", "2"), kTimeout);
  EXPECT_EQ(Commit(txn.get()), "");
  EXPECT_EQ(DbGet("a"), "1");
  // The same object again.
  EXPECT_EQ(rocksdb_transaction_begin(txn_db_, write_.get(), txn_options_.get(), txn.get()),
            txn.get());
  rocksdb_transaction_delete(txn.get(), "a", 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Get(txn.get(), "a"), "(null)");
  rocksdb_transaction_set_savepoint(txn.get());
  EXPECT_EQ(Put(txn.get(), "b", "2"), "");
  rocksdb_transaction_rollback_to_savepoint(txn.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Get(txn.get(), "b"), "(null)");
  rocksdb_transaction_rollback_to_savepoint(txn.get(), error_.out());
  EXPECT_EQ(error_.Take(), "NotFound: ");
  rocksdb_transaction_rollback(txn.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Get(txn.get(), "a"), "1");
}

TEST_F(CTransactions, FamiliesAndEveryKindOfRead) {
  OpenDb();
  auto txn = Begin();
  const std::string one("\1\0\0\0\0\0\0\0", 8);
  const std::string two("\2\0\0\0\0\0\0\0", 8);
  rocksdb_transaction_put_cf(txn.get(), cfs_[1], "k", 1, "v", 1, error_.out());
  rocksdb_transaction_merge(txn.get(), "m", 1, one.data(), 8, error_.out());
  rocksdb_transaction_merge(txn.get(), "m", 1, one.data(), 8, error_.out());
  rocksdb_transaction_merge_cf(txn.get(), cfs_[1], "m", 1, one.data(), 8, error_.out());
  rocksdb_transaction_put_cf(txn.get(), cfs_[1], "d", 1, "v", 1, error_.out());
  rocksdb_transaction_delete_cf(txn.get(), cfs_[1], "d", 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  size_t size = 0;
  char* value =
      rocksdb_transaction_get_cf(txn.get(), read_.get(), cfs_[1], "k", 1, &size, error_.out());
  EXPECT_EQ(Answer(value, size), "v");
  EXPECT_EQ(Answer(rocksdb_transaction_get_pinned(txn.get(), read_.get(), "m", 1, error_.out())),
            two);
  EXPECT_EQ(Answer(rocksdb_transaction_get_pinned_cf(txn.get(), read_.get(), cfs_[1], "d", 1,
                                                     error_.out())),
            "(null)");
  EXPECT_EQ(AllOf(rocksdb_transaction_create_iterator(txn.get(), read_.get())), "m=" + two);
  EXPECT_EQ(AllOf(rocksdb_transaction_create_iterator_cf(txn.get(), read_.get(), cfs_[1])),
            "k=v m=" + one);
  EXPECT_EQ(Commit(txn.get()), "");
  EXPECT_EQ(DbGet("m"), two);
  EXPECT_EQ(DbGet(cfs_[1], "m"), one);
}

TEST_F(CTransactions, ReadsForUpdateLockTheirKeys) {
  OpenDb();
  EXPECT_EQ(DbPut("a", "1"), "");
  auto txn = Begin();
  auto other = Begin();
  size_t size = 0;
  char* value =
      rocksdb_transaction_get_for_update(txn.get(), read_.get(), "a", 1, &size, 0, error_.out());
  EXPECT_EQ(Answer(value, size), "1");
  EXPECT_EQ(Answer(rocksdb_transaction_get_pinned_for_update(other.get(), read_.get(), "a", 1, 0,
                                                             error_.out())),
            "1");
  EXPECT_EQ(Put(other.get(), "a", "2"), kTimeout);
  value = rocksdb_transaction_get_for_update_cf(txn.get(), read_.get(), cfs_[1], "b", 1, &size, 1,
                                                error_.out());
  EXPECT_EQ(Answer(value, size), "(null)");
  EXPECT_EQ(Answer(rocksdb_transaction_get_pinned_for_update_cf(other.get(), read_.get(), cfs_[1],
                                                                "b", 1, 1, error_.out())),
            kTimeout);
}

TEST_F(CTransactions, ManyKeysAtOnce) {
  OpenDb();
  EXPECT_EQ(DbPut("a", "1"), "");
  auto txn = Begin();
  EXPECT_EQ(Put(txn.get(), "b", "2"), "");
  const char* keys[] = {"a", "b"};
  const size_t key_sizes[] = {1, 1};
  const rocksdb_column_family_handle_t* families[] = {cfs_[0], cfs_[1]};
  char* values[2];
  size_t sizes[2];
  char* errors[2];
  const auto expect = [&](const std::string& first, const std::string& second) {
    EXPECT_EQ(errors[0], nullptr);
    EXPECT_EQ(errors[1], nullptr);
    EXPECT_EQ(Take(values[0], sizes[0]), first);
    EXPECT_EQ(Take(values[1], sizes[1]), second);
  };
  rocksdb_transaction_multi_get(txn.get(), read_.get(), 2, keys, key_sizes, values, sizes, errors);
  expect("1", "2");
  rocksdb_transaction_multi_get_cf(txn.get(), read_.get(), families, 2, keys, key_sizes, values,
                                   sizes, errors);
  expect("1", "(null)");
  rocksdb_transaction_multi_get_for_update(txn.get(), read_.get(), 2, keys, key_sizes, values,
                                           sizes, errors);
  expect("1", "2");
  EXPECT_EQ(DbPut("a", "2"), kTimeout);
  rocksdb_transaction_multi_get_for_update_cf(txn.get(), read_.get(), families, 2, keys, key_sizes,
                                              values, sizes, errors);
  expect("1", "(null)");
  rocksdb_transactiondb_put_cf(txn_db_, write_.get(), cfs_[1], "b", 1, "2", 1, error_.out());
  EXPECT_EQ(error_.Take(), kTimeout);
  rocksdb_transactiondb_multi_get(txn_db_, read_.get(), 2, keys, key_sizes, values, sizes, errors);
  expect("1", "(null)");
  rocksdb_transactiondb_multi_get_cf(txn_db_, read_.get(), families, 2, keys, key_sizes, values,
                                     sizes, errors);
  expect("1", "(null)");
}

TEST_F(CTransactions, CallsOutsideOfTransactions) {
  txn_db_ = rocksdb_transactiondb_open(options_.get(), txn_db_options_.get(), path().c_str(),
                                       error_.out());
  ASSERT_EQ(error_.Take(), "");
  cfs_[0] =
      rocksdb_transactiondb_create_column_family(txn_db_, options_.get(), "one", error_.out());
  cfs_[1] =
      rocksdb_transactiondb_create_column_family(txn_db_, options_.get(), "two", error_.out());
  ASSERT_EQ(error_.Take(), "");
  const std::string one("\1\0\0\0\0\0\0\0", 8);
  rocksdb_transactiondb_put_cf(txn_db_, write_.get(), cfs_[0], "a", 1, "1", 1, error_.out());
  rocksdb_transactiondb_merge(txn_db_, write_.get(), "m", 1, one.data(), 8, error_.out());
  rocksdb_transactiondb_merge_cf(txn_db_, write_.get(), cfs_[0], "m", 1, one.data(), 8,
                                 error_.out());
  Owned<rocksdb_writebatch_t> batch(rocksdb_writebatch_create(), rocksdb_writebatch_destroy);
  rocksdb_writebatch_put(batch.get(), "b", 1, "2", 1);
  rocksdb_transactiondb_write(txn_db_, write_.get(), batch.get(), error_.out());
  ASSERT_EQ(error_.Take(), "");
  EXPECT_EQ(DbGet("b"), "2");
  EXPECT_EQ(DbGet("m"), one);
  EXPECT_EQ(Answer(rocksdb_transactiondb_get_pinned(txn_db_, read_.get(), "m", 1, error_.out())),
            one);
  EXPECT_EQ(Answer(rocksdb_transactiondb_get_pinned_cf(txn_db_, read_.get(), cfs_[0], "a", 1,
                                                       error_.out())),
            "1");
  EXPECT_EQ(AllOf(rocksdb_transactiondb_create_iterator_cf(txn_db_, read_.get(), cfs_[0])),
            "a=1 m=" + one);
  const rocksdb_snapshot_t* snapshot = rocksdb_transactiondb_create_snapshot(txn_db_);
  rocksdb_transactiondb_delete(txn_db_, write_.get(), "m", 1, error_.out());
  rocksdb_transactiondb_delete_cf(txn_db_, write_.get(), cfs_[0], "a", 1, error_.out());
  ASSERT_EQ(error_.Take(), "");
  EXPECT_EQ(AllOf(rocksdb_transactiondb_create_iterator(txn_db_, read_.get())), "b=2");
  rocksdb_readoptions_set_snapshot(read_.get(), snapshot);
  EXPECT_EQ(DbGet("m"), one);
  rocksdb_readoptions_set_snapshot(read_.get(), nullptr);
  rocksdb_transactiondb_release_snapshot(txn_db_, snapshot);
  EXPECT_EQ(DbGet(cfs_[0], "a"), "(null)");
}

TEST_F(CTransactions, FlushesPropertiesCheckpointsAndTheBase) {
  OpenDb();
  Owned<rocksdb_flushoptions_t> flush(rocksdb_flushoptions_create(), rocksdb_flushoptions_destroy);
  const auto files = [&] {
    return TakeText(rocksdb_transactiondb_property_value(txn_db_, "rocksdb.num-files-at-level0"));
  };
  uint64_t entries = 77;
  EXPECT_EQ(DbPut("a", "1"), "");
  EXPECT_EQ(
      rocksdb_transactiondb_property_int(txn_db_, "rocksdb.num-entries-active-mem-table", &entries),
      0);
  EXPECT_EQ(entries, 1u);
  EXPECT_EQ(files(), "0");
  rocksdb_transactiondb_flush_wal(txn_db_, 1, error_.out());
  rocksdb_transactiondb_flush(txn_db_, flush.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(files(), "1");
  EXPECT_EQ(DbPut("b", "1"), "");
  rocksdb_transactiondb_flush_cf(txn_db_, flush.get(), cfs_[0], error_.out());
  EXPECT_EQ(files(), "2");
  EXPECT_EQ(DbPut("c", "1"), "");
  rocksdb_transactiondb_flush_cfs(txn_db_, flush.get(), cfs_, 2, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(files(), "3");
  rocksdb_t* base = rocksdb_transactiondb_get_base_db(txn_db_);
  size_t size = 0;
  char* value = rocksdb_get(base, read_.get(), "a", 1, &size, error_.out());
  EXPECT_EQ(Answer(value, size), "1");
  rocksdb_transactiondb_close_base_db(base);
  Owned<rocksdb_checkpoint_t> checkpoint(
      rocksdb_transactiondb_checkpoint_object_create(txn_db_, error_.out()),
      rocksdb_checkpoint_object_destroy);
  rocksdb_checkpoint_create(checkpoint.get(), (dir_ / "copy").c_str(), 0, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_TRUE(std::filesystem::exists(dir_ / "copy/CURRENT"));
}

TEST_F(CTransactions, OptionsTakeEffect) {
  rocksdb_transactiondb_options_set_max_num_locks(txn_db_options_.get(), 1);
  rocksdb_transactiondb_options_set_num_stripes(txn_db_options_.get(), 2);
  OpenDb();
  auto txn = Begin();
  EXPECT_EQ(Put(txn.get(), "a", "1"), "");
  EXPECT_THAT(Put(txn.get(), "b", "1"), HasSubstr("max_num_locks"));
  EXPECT_EQ(Commit(txn.get()), "");
  rocksdb_transaction_options_set_max_write_batch_size(txn_options_.get(), 40);
  txn = Begin();
  EXPECT_THAT(Put(txn.get(), "a", std::string(99, 'x')), HasSubstr("Memory limit reached"));
  rocksdb_transaction_options_set_max_write_batch_size(txn_options_.get(), 0);
  rocksdb_transaction_options_set_expiration(txn_options_.get(), 0);
  txn = Begin();
  EXPECT_EQ(Commit(txn.get()), "Operation expired: ");
  rocksdb_transaction_options_set_expiration(txn_options_.get(), -1);
  rocksdb_transaction_options_set_set_snapshot(txn_options_.get(), 1);
  txn = Begin();
  EXPECT_EQ(DbPut("a", "2"), "");
  EXPECT_EQ(Put(txn.get(), "a", "1"), "Resource busy: ");
  const rocksdb_snapshot_t* snapshot = rocksdb_transaction_get_snapshot(txn.get());
  rocksdb_readoptions_set_snapshot(read_.get(), snapshot);
  EXPECT_EQ(Get(txn.get(), "a"), "1");
  rocksdb_readoptions_set_snapshot(read_.get(), nullptr);
  rocksdb_free(const_cast<rocksdb_snapshot_t*>(snapshot));
  rocksdb_transaction_options_set_set_snapshot(txn_options_.get(), 0);
  // A search of depth 0 gives up at once.
  rocksdb_transaction_options_set_deadlock_detect(txn_options_.get(), 1);
  rocksdb_transaction_options_set_deadlock_detect_depth(txn_options_.get(), 0);
  rocksdb_transaction_options_set_lock_timeout(txn_options_.get(), 1000 * 1000);
  txn = Begin();
  auto other = Begin();
  EXPECT_EQ(Put(txn.get(), "a", "1"), "");
  EXPECT_EQ(Put(other.get(), "a", "1"), "Resource busy: Deadlock");
  rocksdb_transaction_options_set_skip_prepare(txn_options_.get(), 0);
  txn = Begin();
  EXPECT_EQ(Commit(txn.get()), "Invalid argument: Txn not prepared");
}

TEST_F(CTransactions, BatchesOfATransaction) {
  OpenDb();
  Owned<rocksdb_writebatch_t> batch(rocksdb_writebatch_create(), rocksdb_writebatch_destroy);
  rocksdb_writebatch_put(batch.get(), "a", 1, "1", 1);
  Owned<rocksdb_writebatch_wi_t> indexed(rocksdb_writebatch_wi_create(0, 1),
                                         rocksdb_writebatch_wi_destroy);
  rocksdb_writebatch_wi_put(indexed.get(), "b", 1, "2", 1);
  auto txn = Begin();
  rocksdb_transaction_rebuild_from_writebatch(txn.get(), batch.get(), error_.out());
  rocksdb_transaction_rebuild_from_writebatch_wi(txn.get(), indexed.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Get(txn.get(), "a"), "1");
  EXPECT_EQ(Get(txn.get(), "b"), "2");
  rocksdb_writebatch_wi_t* own = rocksdb_transaction_get_writebatch_wi(txn.get());
  EXPECT_EQ(rocksdb_writebatch_wi_count(own), 2);
  rocksdb_free(own);
  rocksdb_transaction_set_read_timestamp_for_validation(txn.get(), 3);
  rocksdb_transaction_set_commit_timestamp(txn.get(), 5);
  EXPECT_EQ(Commit(txn.get()), "");
  EXPECT_EQ(DbGet("b"), "2");
}

TEST_F(CTransactions, NamesAreUnique) {
  OpenDb();
  auto txn = Begin();
  auto other = Begin();
  rocksdb_transaction_prepare(txn.get(), error_.out());
  EXPECT_EQ(error_.Take(),
            "Invalid argument: Cannot prepare a transaction that has not been named.");
  rocksdb_transaction_set_name(txn.get(), "x", 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  rocksdb_transaction_set_name(other.get(), "x", 1, error_.out());
  EXPECT_EQ(error_.Take(), "Invalid argument: Duplicate txn name x");
  size_t size = 0;
  char* name = rocksdb_transaction_get_name(txn.get(), &size);
  EXPECT_EQ(Take(name, size), "x");
  EXPECT_EQ(rocksdb_transactiondb_get_prepared_transactions(txn_db_, &size), nullptr);
  EXPECT_EQ(size, 0u);
}

// ---- Optimistic ----

class COptimistic : public CTransactions {
 protected:
  ~COptimistic() override {
    if (db() != nullptr) rocksdb_optimistictransactiondb_close(optimistic_);
  }
  rocksdb_optimistictransactiondb_t* db() { return optimistic_; }
  Owned<rocksdb_transaction_t> BeginOptimistic() {
    return {rocksdb_optimistictransaction_begin(optimistic_, write_.get(), begin_options_.get(),
                                                nullptr),
            rocksdb_transaction_destroy};
  }

  Owned<rocksdb_optimistictransaction_options_t> begin_options_{
      rocksdb_optimistictransaction_options_create(),
      rocksdb_optimistictransaction_options_destroy};
  rocksdb_optimistictransactiondb_t* optimistic_ = nullptr;
};

TEST_F(COptimistic, ConflictsShowAtCommit) {
  optimistic_ = rocksdb_optimistictransactiondb_open(options_.get(), path().c_str(), error_.out());
  ASSERT_EQ(error_.Take(), "");
  rocksdb_optimistictransaction_options_set_set_snapshot(begin_options_.get(), 1);
  auto txn = BeginOptimistic();
  Owned<rocksdb_writebatch_t> batch(rocksdb_writebatch_create(), rocksdb_writebatch_destroy);
  rocksdb_writebatch_put(batch.get(), "a", 1, "theirs", 6);
  rocksdb_optimistictransactiondb_write(optimistic_, write_.get(), batch.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Put(txn.get(), "a", "mine"), "");
  EXPECT_EQ(Commit(txn.get()), "Resource busy: ");
  EXPECT_EQ(rocksdb_optimistictransaction_begin(optimistic_, write_.get(), begin_options_.get(),
                                                txn.get()),
            txn.get());
  EXPECT_EQ(Get(txn.get(), "a"), "theirs");
  EXPECT_EQ(Put(txn.get(), "a", "mine"), "");
  EXPECT_EQ(Commit(txn.get()), "");
  rocksdb_t* base = rocksdb_optimistictransactiondb_get_base_db(optimistic_);
  size_t size = 0;
  char* value = rocksdb_get(base, read_.get(), "a", 1, &size, error_.out());
  EXPECT_EQ(Answer(value, size), "mine");
  rocksdb_optimistictransactiondb_close_base_db(base);
}

TEST_F(COptimistic, FamiliesPropertiesAndCheckpoints) {
  const char* names[] = {"default", "other"};
  const rocksdb_options_t* family_options[] = {options_.get(), options_.get()};
  rocksdb_options_set_create_missing_column_families(options_.get(), 1);
  rocksdb_column_family_handle_t* handles[2];
  optimistic_ = rocksdb_optimistictransactiondb_open_column_families(
      options_.get(), path().c_str(), 2, names, family_options, handles, error_.out());
  ASSERT_EQ(error_.Take(), "");
  auto txn = BeginOptimistic();
  rocksdb_transaction_put_cf(txn.get(), handles[1], "a", 1, "1", 1, error_.out());
  EXPECT_EQ(Put(txn.get(), "b", "1"), "");
  EXPECT_EQ(Commit(txn.get()), "");
  uint64_t entries = 0;
  EXPECT_EQ(rocksdb_optimistictransactiondb_property_int(
                optimistic_, "rocksdb.num-entries-active-mem-table", &entries),
            0);
  EXPECT_EQ(entries, 1u);
  EXPECT_EQ(TakeText(rocksdb_optimistictransactiondb_property_value(optimistic_,
                                                                    "rocksdb.num-files-at-level0")),
            "0");
  Owned<rocksdb_checkpoint_t> checkpoint(
      rocksdb_optimistictransactiondb_checkpoint_object_create(optimistic_, error_.out()),
      rocksdb_checkpoint_object_destroy);
  rocksdb_checkpoint_create(checkpoint.get(), (dir_ / "copy").c_str(), 0, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_TRUE(std::filesystem::exists(dir_ / "copy/CURRENT"));
  for (auto* handle : handles) rocksdb_column_family_handle_destroy(handle);
}

}  // namespace
}  // namespace c_api_test
