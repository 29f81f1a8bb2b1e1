// Tests of the sync points; built only where they are compiled in.
#include "util/sync_point.h"

#include <gtest/gtest.h>

#ifdef BUCKETLSM_SYNC_POINTS

#include <stdexcept>
#include <thread>

namespace ROCKSDB_NAMESPACE {

TEST(SyncPoints, AnOrderIsKeptBetweenThreads) {
  SyncPoints& points = SyncPoints::Get();
  points.LoadOrder({{"Test:First", "Test:Second"}});
  points.Enable();
  std::string order;
  std::thread later([&order] {
    BUCKETLSM_SYNC_POINT("Test:Second");
    order += "2";
  });
  order += "1";
  BUCKETLSM_SYNC_POINT("Test:First");
  later.join();
  EXPECT_EQ(order, "12");
  points.Clear();
}

TEST(SyncPoints, ACallbackThatThrowsIsOver) {
  SyncPoints& points = SyncPoints::Get();
  points.SetCallback("Test:Throws", [](void*) { throw std::runtime_error("planned"); });
  points.Enable();
  EXPECT_THROW(BUCKETLSM_SYNC_POINT("Test:Throws"), std::runtime_error);
  points.Clear();  // waits for callbacks
}

TEST(SyncPoints, CallbacksGetTheArgumentAndOnlyWhileEnabled) {
  SyncPoints& points = SyncPoints::Get();
  int calls = 0;
  points.SetCallback("Test:Call", [&calls](void* arg) { calls += *static_cast<int*>(arg); });
  int value = 5;
  BUCKETLSM_SYNC_POINT_ARG("Test:Call", &value);
  EXPECT_EQ(calls, 0);
  points.Enable();
  BUCKETLSM_SYNC_POINT_ARG("Test:Call", &value);
  EXPECT_EQ(calls, 5);
  points.Clear();
  BUCKETLSM_SYNC_POINT_ARG("Test:Call", &value);
  EXPECT_EQ(calls, 5);
}

}  // namespace ROCKSDB_NAMESPACE

#endif
