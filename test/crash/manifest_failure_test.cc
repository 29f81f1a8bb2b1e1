// What a failed MANIFEST write leaves behind, through the public API on a file system that fails.
#include "db/state/version_set.h"

#include <gtest/gtest.h>

#include "env/fault_fs.h"
#include "env/mem_fs.h"
#include "rocksdb/db.h"
#include "rocksdb/env.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(VersionSet, TablesOfAFailedManifestSyncStayAndTheNextOpenWorks) {
  auto memory = std::make_shared<MemFileSystem>();
  auto faults = std::make_shared<FaultFileSystem>(memory);
  std::unique_ptr<Env> env = NewCompositeEnv(faults);
  Options options;
  options.env = env.get();
  options.create_if_missing = true;
  options.max_bgerror_resume_count = 0;
  std::unique_ptr<DB> db;
  ASSERT_TRUE(DB::Open(options, "/db", &db).ok());
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(db->Put(WriteOptions(), "key" + std::to_string(i), "value").ok());
  }
  faults->FailNth(FsOp::kSync, 1, IOStatus::IOError("planned"), true, "MANIFEST");
  EXPECT_FALSE(db->Flush(FlushOptions()).ok());
  EXPECT_GT(faults->Injected(), 0u);
  // The record may have reached the file all the same: a table it names must not be removed.
  db.reset();
  faults->ClearFaults();
  Status s = DB::Open(options, "/db", &db);
  ASSERT_TRUE(s.ok()) << s.ToString();
  std::string value;
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(db->Get(ReadOptions(), "key" + std::to_string(i), &value).ok()) << i;
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
