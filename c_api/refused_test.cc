// Features that the library refuses: every function that leads to them says so by name.
#include <gmock/gmock.h>

#include "c_api/c_api_fixture.h"
#include "c_api/handles.h"

namespace c_api_test {
namespace {

using testing::HasSubstr;

using Refused = CApiTest;

TEST_F(Refused, TableFormatsAreRefusedAtOpen) {
  Owned<rocksdb_cuckoo_table_options_t> cuckoo(rocksdb_cuckoo_options_create(),
                                               rocksdb_cuckoo_options_destroy);
  rocksdb_cuckoo_options_set_hash_ratio(cuckoo.get(), 0.5);
  rocksdb_cuckoo_options_set_max_search_depth(cuckoo.get(), 7);
  rocksdb_cuckoo_options_set_cuckoo_block_size(cuckoo.get(), 8);
  rocksdb_cuckoo_options_set_identity_as_first_hash(cuckoo.get(), 1);
  rocksdb_cuckoo_options_set_use_module_hash(cuckoo.get(), 0);
  rocksdb_options_set_cuckoo_table_factory(options_.get(), cuckoo.get());
  EXPECT_EQ(rocksdb_open(options_.get(), path().c_str(), error_.out()), nullptr);
  EXPECT_THAT(error_.Take(), HasSubstr("CuckooTable"));
  rocksdb_options_set_plain_table_factory(options_.get(), 0, 10, 0.75, 16, 0, 0, 0, 0);
  EXPECT_EQ(rocksdb_open(options_.get(), path().c_str(), error_.out()), nullptr);
  EXPECT_THAT(error_.Take(), HasSubstr("PlainTable"));
}

}  // namespace
}  // namespace c_api_test
