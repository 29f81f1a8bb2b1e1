// A flush that several threads share writes the files that one thread writes.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "env/mem_fs.h"
#include "rocksdb/db.h"
#include "rocksdb/env.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class ParallelFlush : public testing::Test {
 protected:
  std::unique_ptr<DB> OpenWith(uint32_t threads, const std::string& path) {
    Options o;
    o.env = env_.get();
    o.create_if_missing = true;
    o.disable_auto_compactions = true;
    o.bucket_options.initial_buckets = 8;
    o.bucket_options.min_file_size = 1;
    o.bucket_options.flush_threads = threads;
    std::unique_ptr<DB> db;
    EXPECT_OK(DB::Open(o, path, &db));
    return db;
  }
  static std::string Key(int i) {
    std::string k = std::to_string(100000 + i);
    return "k" + k;
  }
  static void Fill(DB* db) {
    WriteOptions w;
    for (int round = 0; round < 2; ++round) {
      for (int i = 0; i < 4000; ++i) {
        ASSERT_OK(db->Put(w, Key(i), "v" + std::to_string(i + round)));
      }
      ASSERT_OK(db->DeleteRange(w, db->DefaultColumnFamily(), Key(500), Key(3500)));
      for (int i = 1000; i < 1100; ++i) ASSERT_OK(db->Delete(w, Key(i)));
      ASSERT_OK(db->Flush(FlushOptions()));
    }
  }
  static std::string Contents(DB* db) {
    std::string all;
    std::unique_ptr<Iterator> it(db->NewIterator(ReadOptions()));
    for (it->SeekToFirst(); it->Valid(); it->Next())
      all += it->key().ToString() + "=" + it->value().ToString() + ";";
    EXPECT_OK(it->status());
    return all;
  }
  static std::string Bounds(DB* db) {
    std::vector<LiveFileMetaData> files;
    db->GetLiveFilesMetaData(&files);
    std::string all;
    for (const LiveFileMetaData& f : files)
      all += f.smallestkey + ".." + f.largestkey + " " + std::to_string(f.num_entries) + "\n";
    return all;
  }

  std::unique_ptr<Env> env_ = NewCompositeEnv(std::make_shared<MemFileSystem>());
};

TEST_F(ParallelFlush, WritesTheSameFilesAsOneWalk) {
  auto one = OpenWith(1, "/one"), four = OpenWith(4, "/four"), many = OpenWith(64, "/many");
  for (DB* db : {one.get(), four.get(), many.get()}) Fill(db);
  EXPECT_EQ(Contents(one.get()), Contents(four.get()));
  EXPECT_EQ(Contents(one.get()), Contents(many.get()));
  std::vector<LiveFileMetaData> files;
  four->GetLiveFilesMetaData(&files);
  EXPECT_GT(files.size(), 8u);
  // File numbers depend on which thread asks first; what the files hold does not.
  const auto set = [](const std::string& text) {
    std::vector<std::string> lines;
    for (size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
      lines.push_back(text.substr(at, end - at));
    std::sort(lines.begin(), lines.end());
    return lines;
  };
  EXPECT_EQ(set(Bounds(one.get())), set(Bounds(four.get())));
}

TEST_F(ParallelFlush, AMemtableOfRangeTombstonesOnlyIsSharedOutToo) {
  auto db = OpenWith(4, "/db");
  Fill(db.get());
  ASSERT_OK(db->DeleteRange(WriteOptions(), db->DefaultColumnFamily(), Key(0), Key(4000)));
  ASSERT_OK(db->Flush(FlushOptions()));
  EXPECT_EQ("", Contents(db.get()));
  db.reset();
  EXPECT_EQ("", Contents(OpenWith(1, "/db").get()));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
