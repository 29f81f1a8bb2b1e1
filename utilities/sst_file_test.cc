// SstFileWriter and SstFileReader: what the one writes the other reads, without a database.
#include <gtest/gtest.h>

#include "env/mem_fs.h"
#include "rocksdb/comparator.h"
#include "rocksdb/db.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/sst_file_reader.h"
#include "rocksdb/sst_file_writer.h"
#include "rocksdb/table.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "test/support/scratch.h"
#include "test/support/status_assertions.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class SstFiles : public testing::Test {
 protected:
  SstFiles() : fs_(std::make_shared<MemFileSystem>()), env_(NewCompositeEnv(fs_)) {
    options_.env = env_.get();
    options_.compression = kNoCompression;
    options_.merge_operator = std::make_shared<system_test::AppendOperator>();
  }
  std::string Shown(const ReadOptions& read = ReadOptions()) {
    SstFileReader reader(options_);
    EXPECT_OK(reader.Open("/f.sst"));
    std::unique_ptr<Iterator> it(reader.NewIterator(read));
    std::string text;
    for (it->SeekToFirst(); it->Valid(); it->Next())
      text += it->key().ToString() + "=" + it->value().ToString() + " ";
    EXPECT_OK(it->status());
    return text;
  }
  static std::string TextOf(const Status& s) { return s.ToString(); }

  std::shared_ptr<MemFileSystem> fs_;
  std::unique_ptr<Env> env_;
  Options options_;
};

TEST_F(SstFiles, WhatIsAddedIsRead) {
  SstFileWriter writer(EnvOptions(), options_);
  ASSERT_OK(writer.Open("/f.sst"));
  ASSERT_OK(writer.Put("a", "1"));
  ASSERT_OK(writer.Delete("b"));
  ASSERT_OK(writer.Merge("c", "x"));
  ASSERT_OK(writer.PutEntity("d", {{"", "default"}, {"n", "other"}}));
  ASSERT_OK(writer.DeleteRange("p", "q"));
  ASSERT_OK(writer.DeleteRange("m", "n"));
  ASSERT_OK(writer.Put("e", "5"));
  ExternalSstFileInfo info;
  ASSERT_OK(writer.Finish(&info));
  EXPECT_EQ(info.file_path, "/f.sst");
  EXPECT_EQ(info.smallest_key + info.largest_key, "ae");
  EXPECT_EQ(info.smallest_range_del_key + info.largest_range_del_key, "mq");
  EXPECT_EQ(info.num_entries, 5u);
  EXPECT_EQ(info.num_range_del_entries, 2u);
  EXPECT_EQ(info.sequence_number, 0u);
  EXPECT_EQ(info.version, 2);
  uint64_t size = 0;
  ASSERT_OK(env_->GetFileSize("/f.sst", &size));
  EXPECT_EQ(info.file_size, size);
  EXPECT_EQ(writer.FileSize(), size);
  EXPECT_EQ(Shown(), "a=1 c=x d=default e=5 ");
}

TEST_F(SstFiles, AFileMayHaveTableOptionsThatADatabaseRefuses) {
  BlockBasedTableOptions table;
  table.no_block_cache = true;
  table.cache_index_and_filter_blocks = true;
  options_.table_factory.reset(NewBlockBasedTableFactory(table));
  ASSERT_TRUE(options_.table_factory->ValidateOptions(options_, options_).IsInvalidArgument());
  SstFileWriter writer(EnvOptions(), options_);
  ASSERT_OK(writer.Open("/f.sst"));
  ASSERT_OK(writer.Put("a", "1"));
  ASSERT_OK(writer.Finish());
  options_.table_factory.reset(NewBlockBasedTableFactory());
  EXPECT_EQ(Shown(), "a=1 ");
}

TEST_F(SstFiles, KeysOutOfOrderAreRefusedInStocksWords) {
  SstFileWriter writer(EnvOptions(), options_);
  EXPECT_EQ(TextOf(writer.Put("a", "1")), "Invalid argument: File is not opened");
  EXPECT_EQ(TextOf(writer.PutEntity("a", {})), "Invalid argument: File is not opened");
  EXPECT_EQ(TextOf(writer.DeleteRange("a", "b")), "Invalid argument: File is not opened");
  EXPECT_EQ(TextOf(writer.Put("a", "t", "1")), "Invalid argument: File is not opened");
  EXPECT_EQ(TextOf(writer.Finish()), "Invalid argument: File is not opened");
  EXPECT_EQ(writer.FileSize(), 0u);
  ASSERT_OK(writer.Open("/f.sst"));
  EXPECT_EQ(TextOf(writer.Finish()), "Invalid argument: Cannot create sst file with no entries");
  ASSERT_OK(writer.Put("b", "1"));
  const std::string order = "Invalid argument: Keys must be added in strict ascending order.";
  EXPECT_EQ(TextOf(writer.Put("b", "1")), order);
  EXPECT_EQ(TextOf(writer.Merge("b", "1")), order);
  EXPECT_EQ(TextOf(writer.Delete("a")), order);
  EXPECT_EQ(TextOf(writer.DeleteRange("z", "a")),
            "Invalid argument: end key comes before start key");
  EXPECT_EQ(TextOf(writer.Put("c", "t", "1")), "Invalid argument: Timestamp size mismatch");
  EXPECT_EQ(TextOf(writer.Delete("c", "t")), "Invalid argument: Timestamp size mismatch");
  EXPECT_EQ(TextOf(writer.DeleteRange("c", "d", "t")), "Invalid argument: Timestamp size mismatch");
  ASSERT_OK(writer.DeleteRange("k", "k"));
  ExternalSstFileInfo info;
  ASSERT_OK(writer.Finish(&info));
  EXPECT_EQ(info.num_range_del_entries, 0u);
  EXPECT_EQ(Shown(), "b=1 ");
}

TEST_F(SstFiles, TheComparatorOfTheWriterOrders) {
  SstFileWriter writer(EnvOptions(), options_, ReverseBytewiseComparator());
  ASSERT_OK(writer.Open("/f.sst"));
  ASSERT_OK(writer.Put("b", "1"));
  EXPECT_TRUE(writer.Put("c", "2").IsInvalidArgument());
  ASSERT_OK(writer.Put("a", "2"));
  ASSERT_OK(writer.Finish());
  options_.comparator = ReverseBytewiseComparator();
  EXPECT_EQ(Shown(), "b=1 a=2 ");
}

TEST_F(SstFiles, OneWriterMakesSeveralFilesOfDifferentIdentity) {
  SstFileWriter writer(EnvOptions(), options_);
  std::vector<std::shared_ptr<const TableProperties>> properties;
  for (const char* path : {"/1.sst", "/2.sst"}) {
    ASSERT_OK(writer.Open(path));
    ASSERT_OK(writer.Put("a", "1"));
    ASSERT_OK(writer.Finish());
    SstFileReader reader(options_);
    EXPECT_EQ(reader.GetTableProperties(), nullptr);
    ASSERT_OK(reader.Open(path));
    properties.push_back(reader.GetTableProperties());
    EXPECT_TRUE(SstFileWriter::CreatedBySstFileWriter(*properties.back()));
    EXPECT_EQ(properties.back()->db_id, "SST Writer");
  }
  EXPECT_EQ(properties[0]->db_session_id, properties[1]->db_session_id);
  EXPECT_EQ(properties[0]->orig_file_number, 1u);
  EXPECT_EQ(properties[1]->orig_file_number, 2u);
  EXPECT_FALSE(SstFileWriter::CreatedBySstFileWriter(TableProperties()));
}

TEST_F(SstFiles, FiltersAreLeftOutOnRequest) {
  BlockBasedTableOptions table;
  table.filter_policy.reset(NewBloomFilterPolicy(10));
  options_.table_factory.reset(NewBlockBasedTableFactory(table));
  for (const bool skip : {false, true}) {
    SstFileWriter writer(EnvOptions(), options_, nullptr, true, Env::IO_TOTAL, skip);
    ASSERT_OK(writer.Open("/f.sst"));
    ASSERT_OK(writer.Put("a", "1"));
    ASSERT_OK(writer.Finish());
    SstFileReader reader(options_);
    ASSERT_OK(reader.Open("/f.sst"));
    EXPECT_EQ(reader.GetTableProperties()->filter_size == 0, skip);
  }
}

TEST_F(SstFiles, TheCompressionIsThatOfTheLastLevel) {
  const auto written = [this] {
    SstFileWriter writer(EnvOptions(), options_);
    EXPECT_OK(writer.Open("/f.sst"));
    EXPECT_OK(writer.Put("a", "1"));
    EXPECT_OK(writer.Finish());
    SstFileReader reader(options_);
    EXPECT_OK(reader.Open("/f.sst"));
    return reader.GetTableProperties()->compression_name;
  };
  options_.compression = kSnappyCompression;
  EXPECT_EQ(written(), "Snappy");
  options_.compression_per_level = {kSnappyCompression, kNoCompression};
  EXPECT_EQ(written(), "NoCompression");
  options_.bottommost_compression = kSnappyCompression;
  EXPECT_EQ(written(), "Snappy");
}

TEST_F(SstFiles, AFailedFinishRemovesTheFile) {
  const auto faulty = NewFaultyFileSystem();
  const auto env = NewCompositeEnv(faulty);
  options_.env = env.get();
  SstFileWriter writer(EnvOptions(), options_);
  ASSERT_OK(writer.Open("/f.sst"));
  ASSERT_OK(writer.Put("a", "1"));
  faulty->FailNth(FsOp::kSync, 1, IOStatus::IOError("injected"));
  EXPECT_TRUE(writer.Finish().IsIOError());
  EXPECT_TRUE(env->FileExists("/f.sst").IsNotFound());
  EXPECT_TRUE(writer.Put("b", "1").IsInvalidArgument());
}

TEST_F(SstFiles, ReadersLookKeysUp) {
  SstFileWriter writer(EnvOptions(), options_);
  ASSERT_OK(writer.Open("/f.sst"));
  ASSERT_OK(writer.Put("a", "1"));
  ASSERT_OK(writer.Delete("b"));
  ASSERT_OK(writer.Merge("c", "x"));
  ASSERT_OK(writer.PutEntity("d", {{"", "default"}}));
  ASSERT_OK(writer.Finish());
  SstFileReader reader(options_);
  ASSERT_OK(reader.Open("/f.sst"));
  std::vector<std::string> values;
  const std::vector<Status> found =
      reader.MultiGet(ReadOptions(), {"a", "b", "c", "d", "e"}, &values);
  EXPECT_OK(found[0]);
  EXPECT_TRUE(found[1].IsNotFound());
  EXPECT_OK(found[2]);
  EXPECT_OK(found[3]);
  EXPECT_TRUE(found[4].IsNotFound());
  EXPECT_EQ(values, (std::vector<std::string>{"1", "", "x", "default", ""}));
  EXPECT_OK(reader.VerifyChecksum());
  EXPECT_OK(reader.VerifyNumEntries(ReadOptions()));
}

TEST_F(SstFiles, TableIteratorsShowEntriesAsStored) {
  SstFileWriter writer(EnvOptions(), options_);
  ASSERT_OK(writer.Open("/f.sst"));
  ASSERT_OK(writer.Put("a", "1"));
  ASSERT_OK(writer.Delete("b"));
  ASSERT_OK(writer.Finish());
  SstFileReader reader(options_);
  ASSERT_OK(reader.Open("/f.sst"));
  const std::unique_ptr<Iterator> it = reader.NewTableIterator();
  it->SeekToFirst();
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(it->key(), MakeInternalKey("a", 0, kTypeValue));
  it->Next();
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(it->key(), MakeInternalKey("b", 0, kTypeDeletion));
  it->Prev();
  EXPECT_EQ(it->value(), "1");
  it->SeekToLast();
  it->Next();
  EXPECT_FALSE(it->Valid());
  EXPECT_OK(it->status());
}

TEST_F(SstFiles, AReaderWithoutAFileSaysSo) {
  SstFileReader reader(options_);
  EXPECT_FALSE(reader.Open("/none.sst").ok());
  std::unique_ptr<Iterator> it(reader.NewIterator(ReadOptions()));
  EXPECT_TRUE(it->status().IsInvalidArgument());
  EXPECT_EQ(reader.NewTableIterator(), nullptr);
  EXPECT_EQ(reader.GetTableProperties(), nullptr);
  std::vector<std::string> values;
  EXPECT_TRUE(reader.MultiGet(ReadOptions(), {"k"}, &values)[0].IsInvalidArgument());
  EXPECT_TRUE(reader.VerifyChecksum().IsInvalidArgument());
  EXPECT_TRUE(reader.VerifyNumEntries(ReadOptions()).IsInvalidArgument());
}

// The file of a database holds deletions of ranges beside older versions of keys.
TEST_F(SstFiles, AReaderHidesWhatTheFileItselfDeletes) {
  options_.create_if_missing = true;
  std::unique_ptr<DB> db;
  ASSERT_OK(DB::Open(options_, "/db", &db));
  for (const char* key : {"a", "b", "c"}) ASSERT_OK(db->Put(WriteOptions(), key, "1"));
  const Snapshot* snapshot = db->GetSnapshot();
  ASSERT_OK(db->DeleteRange(WriteOptions(), db->DefaultColumnFamily(), "b", "c"));
  ASSERT_OK(db->Flush(FlushOptions()));
  std::vector<LiveFileMetaData> files;
  db->GetLiveFilesMetaData(&files);
  ASSERT_EQ(files.size(), 1u);
  ASSERT_OK(fs_->LinkFile("/db" + files[0].name, "/f.sst", IOOptions(), nullptr));
  EXPECT_EQ(Shown(), "a=1 c=1 ");
  ReadOptions earlier;
  earlier.snapshot = snapshot;
  EXPECT_EQ(Shown(earlier), "a=1 b=1 c=1 ");
  db->ReleaseSnapshot(snapshot);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
