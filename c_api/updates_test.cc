// Updates since a sequence number through the C API.
#include <gmock/gmock.h>

#include "c_api/c_api_fixture.h"

namespace c_api_test {
namespace {

using testing::HasSubstr;

using Updates = CApiTest;

TEST_F(Updates, AreReadSinceASequenceNumber) {
  rocksdb_options_set_WAL_ttl_seconds(options_.get(), 3600);
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  EXPECT_EQ(Put("b", "2"), "");
  auto* updates = rocksdb_get_updates_since(db_, 2, nullptr, error_.out());
  ASSERT_EQ(error_.Take(), "");
  ASSERT_EQ(rocksdb_wal_iter_valid(updates), 1);
  uint64_t sequence = 0;
  auto* batch = rocksdb_wal_iter_get_batch(updates, &sequence);
  EXPECT_EQ(sequence, 2u);
  EXPECT_EQ(rocksdb_writebatch_count(batch), 1);
  rocksdb_writebatch_destroy(batch);
  rocksdb_wal_iter_next(updates);
  EXPECT_EQ(rocksdb_wal_iter_valid(updates), 0);
  rocksdb_wal_iter_status(updates, error_.out());
  EXPECT_THAT(error_.Take(), testing::AnyOf("", HasSubstr("TryAgain")));
  rocksdb_wal_iter_destroy(updates);

  EXPECT_EQ(rocksdb_get_updates_since(db_, 99, nullptr, error_.out()), nullptr);
  EXPECT_THAT(error_.Take(), HasSubstr("NotFound"));
}

}  // namespace
}  // namespace c_api_test
