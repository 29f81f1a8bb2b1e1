// Tables made outside of a database through the C API.
#include "c_api/c_api_fixture.h"

namespace c_api_test {
namespace {

class ExternalFiles : public CApiTest {
 protected:
  using Writer = Owned<rocksdb_sstfilewriter_t>;
  Writer NewWriter() {
    return Writer(rocksdb_sstfilewriter_create(env_options_.get(), options_.get()),
                  rocksdb_sstfilewriter_destroy);
  }
  std::string Opened(rocksdb_sstfilewriter_t* writer) {
    rocksdb_sstfilewriter_open(writer, file_.c_str(), error_.out());
    return error_.Take();
  }

  Owned<rocksdb_envoptions_t> env_options_{rocksdb_envoptions_create(), rocksdb_envoptions_destroy};
  const std::string file_ = dir_ / "t.sst";
};

TEST_F(ExternalFiles, WritersWantAnOpenFile) {
  Writer writer = NewWriter();
  const auto refused = [&] { return error_.Take() == "Invalid argument: File is not opened"; };
  rocksdb_sstfilewriter_add(writer.get(), "k", 1, "v", 1, error_.out());
  EXPECT_TRUE(refused());
  rocksdb_sstfilewriter_put(writer.get(), "k", 1, "v", 1, error_.out());
  EXPECT_TRUE(refused());
  rocksdb_sstfilewriter_put_with_ts(writer.get(), "k", 1, "12345678", 8, "v", 1, error_.out());
  EXPECT_TRUE(refused());
  rocksdb_sstfilewriter_merge(writer.get(), "k", 1, "v", 1, error_.out());
  EXPECT_TRUE(refused());
  rocksdb_sstfilewriter_delete(writer.get(), "k", 1, error_.out());
  EXPECT_TRUE(refused());
  rocksdb_sstfilewriter_delete_with_ts(writer.get(), "k", 1, "12345678", 8, error_.out());
  EXPECT_TRUE(refused());
  rocksdb_sstfilewriter_delete_range(writer.get(), "k", 1, "l", 1, error_.out());
  EXPECT_TRUE(refused());
  rocksdb_sstfilewriter_finish(writer.get(), error_.out());
  EXPECT_TRUE(refused());
  uint64_t size = 77;
  rocksdb_sstfilewriter_file_size(writer.get(), &size);
  EXPECT_EQ(size, 0u);
}

TEST_F(ExternalFiles, WritersFinishFilesOfEveryKindOfEntry) {
  Writer writer = NewWriter();
  EXPECT_EQ(Opened(writer.get()), "");
  rocksdb_sstfilewriter_add(writer.get(), "a", 1, "1", 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  rocksdb_sstfilewriter_merge(writer.get(), "b", 1, "2", 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  rocksdb_sstfilewriter_delete(writer.get(), "c", 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  rocksdb_sstfilewriter_delete_range(writer.get(), "k", 1, "l", 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  rocksdb_sstfilewriter_put(writer.get(), "a", 1, "1", 1, error_.out());
  EXPECT_EQ(error_.Take(), "Invalid argument: Keys must be added in strict ascending order.");
  rocksdb_sstfilewriter_finish(writer.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  uint64_t size = 0;
  rocksdb_sstfilewriter_file_size(writer.get(), &size);
  EXPECT_EQ(size, std::filesystem::file_size(file_));
}

TEST_F(ExternalFiles, TheComparatorOfAWriterOrders) {
  Owned<rocksdb_comparator_t> backward(
      rocksdb_comparator_create(
          nullptr, [](void*) {},
          [](void*, const char* a, size_t n, const char* b, size_t m) {
            return std::string(b, m).compare(std::string(a, n));
          },
          [](void*) { return "backward"; }),
      rocksdb_comparator_destroy);
  Writer writer(rocksdb_sstfilewriter_create_with_comparator(env_options_.get(), options_.get(),
                                                             backward.get()),
                rocksdb_sstfilewriter_destroy);
  EXPECT_EQ(Opened(writer.get()), "");
  rocksdb_sstfilewriter_put(writer.get(), "b", 1, "2", 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  rocksdb_sstfilewriter_put(writer.get(), "a", 1, "2", 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  rocksdb_sstfilewriter_put(writer.get(), "c", 1, "2", 1, error_.out());
  EXPECT_NE(error_.Take(), "");
}

TEST_F(ExternalFiles, FilesAreIngested) {
  OpenFamilies({"default", "other"});
  Writer writer = NewWriter();
  EXPECT_EQ(Opened(writer.get()), "");
  rocksdb_sstfilewriter_put(writer.get(), "a", 1, "1", 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  rocksdb_sstfilewriter_finish(writer.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  Owned<rocksdb_ingestexternalfileoptions_t> how(rocksdb_ingestexternalfileoptions_create(),
                                                 rocksdb_ingestexternalfileoptions_destroy);
  rocksdb_ingestexternalfileoptions_set_snapshot_consistency(how.get(), 0);
  rocksdb_ingestexternalfileoptions_set_allow_global_seqno(how.get(), 0);
  rocksdb_ingestexternalfileoptions_set_allow_blocking_flush(how.get(), 0);
  rocksdb_ingestexternalfileoptions_set_fail_if_not_bottommost_level(how.get(), 1);
  const char* files[] = {file_.c_str()};
  rocksdb_ingest_external_file(db_, files, 1, how.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Get("a"), "1");
  EXPECT_TRUE(std::filesystem::exists(file_));
  rocksdb_ingest_external_file(db_, files, 1, how.get(), error_.out());
  EXPECT_NE(error_.Take(), "");
  rocksdb_ingestexternalfileoptions_set_move_files(how.get(), 1);
  rocksdb_ingest_external_file_cf(db_, families_[1], files, 1, how.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_FALSE(std::filesystem::exists(file_));
  rocksdb_ingestexternalfileoptions_set_ingest_behind(how.get(), 1);
  rocksdb_ingest_external_file(db_, files, 1, how.get(), error_.out());
  EXPECT_NE(error_.Take(), "");
}

}  // namespace
}  // namespace c_api_test
