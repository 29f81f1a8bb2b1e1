// A failed MANIFEST write, through the public API on a file system that fails.
#include "db/state/version_set.h"

#include <gtest/gtest.h>

#include "env/fault_fs.h"
#include "env/mem_fs.h"
#include "rocksdb/db.h"
#include "rocksdb/env.h"
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

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
