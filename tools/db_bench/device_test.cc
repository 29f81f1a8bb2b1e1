// The emulated device: its pace and its flag. That a benchmark runs on it is in
// tools/bench/smoke_test.py.
#include "tools/db_bench/device.h"

#include <gtest/gtest.h>

namespace bench {
namespace {

constexpr uint64_t kMilli = 1'000'000;

TEST(DevicePace, AStreamOwesItsBytesOneAfterTheOther) {
  Stream stream;
  const uint64_t now = 1'000 * kMilli;
  // 1 MB at 10 MB/s: 100 ms, less the lateness that a stream may make up for.
  EXPECT_EQ(stream.Owe(now, 1'000'000, 10e6), now + 100 * kMilli - kLateness);
  EXPECT_EQ(stream.Owe(now + 100 * kMilli, 1'000'000, 10e6), now + 200 * kMilli - kLateness);
  EXPECT_EQ(stream.Owe(now + 100 * kMilli, 2'000'000, 20e6), now + 300 * kMilli - kLateness);
}

TEST(DevicePace, AStreamSavesNoIdleTimeUp) {
  Stream stream;
  stream.Owe(kMilli, 1'000'000, 10e6);
  const uint64_t much_later = 10'000 * kMilli;
  EXPECT_EQ(stream.Owe(much_later, 1'000'000, 10e6), much_later + 100 * kMilli - kLateness);
}

TEST(DevicePace, AllStreamsQueueForTheDevice) {
  SharedBandwidth device(100e6);
  EXPECT_EQ(device.Take(0, 1'000'000), 10 * kMilli);
  EXPECT_EQ(device.Take(0, 1'000'000), 20 * kMilli);
  EXPECT_EQ(device.Take(50 * kMilli, 1'000'000), 60 * kMilli);
}

TEST(DeviceFlag, TakesThreeRatesAndALatency) {
  DeviceSpec spec;
  ASSERT_TRUE(ParseDevice("12.5,37.5,600,100", &spec).ok());
  EXPECT_EQ(spec.merge_rate, 12.5e6);
  EXPECT_EQ(spec.flush_rate, 37.5e6);
  EXPECT_EQ(spec.total_rate, 600e6);
  EXPECT_EQ(spec.sync_nanos, 100'000u);
}

TEST(DeviceFlag, RefusesWhatIsNoDeviceAndSaysWhatItTakes) {
  DeviceSpec spec;
  for (const char* text :
       {"", "1", "1,2,3", "1,2,3,4,5", "0,2,3,4", "1,-2,3,4", "1,2,3,x", "1,2,3,4x", "1,2,3,-1"}) {
    const Status s = ParseDevice(text, &spec);
    EXPECT_TRUE(s.IsInvalidArgument()) << text;
    EXPECT_NE(s.ToString().find("merge_MBps,flush_MBps,total_MBps,latency_us"), std::string::npos);
  }
}

}  // namespace
}  // namespace bench
