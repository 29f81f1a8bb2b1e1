// Tests of the list of threads and their operations.
#include "util/thread_activity.h"

#include <gtest/gtest.h>

#include <thread>

namespace ROCKSDB_NAMESPACE {

TEST(ThreadActivity, AnOperationShowsWhileItLastsAndTheThreadUntilItEnds) {
  ThreadStatusUpdater updater;
  std::vector<ThreadStatus> seen;
  std::thread worker([&updater, &seen] {
    updater.RegisterThread(ThreadStatus::LOW_PRIORITY);
    ThreadOperation operation(ThreadStatus::OP_COMPACTION, "db", "cf");
    operation.SetStage(ThreadStatus::STAGE_COMPACTION_RUN);
    operation.SetProperty(ThreadStatus::COMPACTION_JOB_ID, 7);
    updater.List(&seen);
  });
  worker.join();
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].thread_type, ThreadStatus::LOW_PRIORITY);
  EXPECT_EQ(seen[0].cf_name, "cf");
  EXPECT_EQ(ThreadStatus::GetOperationName(seen[0].operation_type), "Compaction");
  EXPECT_EQ(seen[0].op_properties[ThreadStatus::COMPACTION_JOB_ID], 7u);
  updater.List(&seen);
  EXPECT_TRUE(seen.empty());
}

TEST(ThreadActivity, AnUnregisteredThreadReportsNothing) {
  ThreadStatusUpdater updater;
  ThreadOperation operation(ThreadStatus::OP_FLUSH, "db", "cf");
  operation.SetStage(ThreadStatus::STAGE_FLUSH_RUN);
  std::vector<ThreadStatus> seen;
  updater.List(&seen);
  EXPECT_TRUE(seen.empty());
}

}  // namespace ROCKSDB_NAMESPACE
