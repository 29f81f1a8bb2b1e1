// A failed MANIFEST write, through the public API on a file system that fails.
#include "db/state/version_set.h"

#include <gtest/gtest.h>

#include "env/fault_fs.h"
#include "env/mem_fs.h"
#include "rocksdb/db.h"
#include "rocksdb/env.h"
#include "test/support/at_sync_point.h"
#include "test/support/status_assertions.h"

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
  ASSERT_OK(DB::Open(options, "/db", &db));
  for (int i = 0; i < 100; ++i) {
    ASSERT_OK(db->Put(WriteOptions(), "key" + std::to_string(i), "value"));
  }
  faults->FailNth(FsOp::kSync, 1, IOStatus::IOError("planned"), true, "MANIFEST");
  EXPECT_NOT_OK(db->Flush(FlushOptions()));
  EXPECT_GT(faults->Injected(), 0u);
  // The record may have reached the file despite the error, so no table it names may be removed.
  db.reset();
  faults->ClearFaults();
  Status s = DB::Open(options, "/db", &db);
  ASSERT_OK(s);
  std::string value;
  for (int i = 0; i < 100; ++i) {
    EXPECT_OK(db->Get(ReadOptions(), "key" + std::to_string(i), &value)) << i;
  }
}

#ifdef BUCKETLSM_SYNC_POINTS
TEST(VersionSet, TheManifestThatACopyIsToldOfIsThere) {
  const std::unique_ptr<Env> env = NewCompositeEnv(std::make_shared<MemFileSystem>());
  Options options;
  options.env = env.get();
  options.create_if_missing = true;
  options.disable_auto_compactions = true;
  options.max_manifest_file_size = 1;
  std::unique_ptr<DB> db;
  ASSERT_OK(DB::Open(options, "/db", &db));
  ASSERT_OK(db->Put(WriteOptions(), "key", "value"));
  int asked = 0;
  const auto ask = [&](void*) {
    ++asked;
    // Whatever may be deleted goes.
    ASSERT_OK(db->DisableFileDeletions());
    ASSERT_OK(db->EnableFileDeletions());
    std::vector<std::string> files;
    uint64_t manifest_size = 0;
    ASSERT_OK(db->GetLiveFiles(files, &manifest_size, false));
    for (const std::string& file : files) EXPECT_OK(env->FileExists("/db" + file)) << file;
  };
  {
    const system_test::At new_manifest("VersionSet::WriteRecords:BeforeSync", ask);
    ASSERT_OK(db->Flush(FlushOptions()));
  }
  EXPECT_EQ(asked, 1);
}
#endif  // BUCKETLSM_SYNC_POINTS

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
