// Compression of log records: records of all sizes survive, and an incomplete frame is refused.
#include "db/log/wal_codec.h"

#include <gtest/gtest.h>

#include "test/support/status_assertions.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {
namespace log {
namespace {

#ifdef ZSTD

class WalCodecTest : public testing::Test {
 protected:
  WalCodecTest() { EXPECT_OK(WalCodec::Create(kZSTD, &codec_)); }
  std::string Compressed(const std::string& record) {
    std::string frame;
    EXPECT_OK(codec_->Compress(record, &frame));
    return frame;
  }
  void ExpectBack(const std::string& record) {
    std::string plain = "what was there before";
    const Status s = codec_->Decompress(Compressed(record), &plain);
    ASSERT_OK(s);
    EXPECT_TRUE(plain == record) << record.size() << " bytes";
  }

  std::unique_ptr<WalCodec> codec_;
};

// The codec decompresses in steps of zstd's own output size, 128 KiB.
TEST_F(WalCodecTest, RecordsOfAllSizesAroundItsStepsComeBack) {
  constexpr size_t kStep = 128 << 10;
  for (size_t size : {size_t{0}, size_t{1}, kStep - 1, kStep, kStep + 1, 2 * kStep, 5 * kStep + 7})
    ExpectBack(std::string(size, 'a'));
  Random64 random(1);
  std::string noise(3 * kStep, '\0');
  for (char& c : noise) c = static_cast<char>(random.Next());
  for (size_t size : {kStep - 1, kStep, kStep + 1, 3 * kStep}) ExpectBack(noise.substr(0, size));
}

TEST_F(WalCodecTest, AFrameThatIsCutAnywhereIsRefusedAndSpoilsNothing) {
  for (const std::string& record : {std::string("a record"), std::string(300000, 'a')}) {
    const std::string frame = Compressed(record);
    for (size_t cut = 0; cut < frame.size(); cut++) {
      std::string plain;
      const Status s = codec_->Decompress(Slice(frame.data(), cut), &plain);
      EXPECT_TRUE(s.IsCorruption()) << cut << " of " << frame.size() << ": " << s.ToString();
    }
    ExpectBack(record);
  }
}

TEST_F(WalCodecTest, WhatIsNoFrameIsRefused) {
  std::string plain;
  EXPECT_TRUE(codec_->Decompress("no frame at all", &plain).IsCorruption());
  EXPECT_TRUE(codec_->Decompress(Compressed("a record") + "x", &plain).IsCorruption());
}

#endif

TEST(WalCodec, OnlyZstdIsForLogs) {
  for (CompressionType type : {kNoCompression, kSnappyCompression, kLZ4Compression}) {
    std::unique_ptr<WalCodec> codec;
    const Status s = WalCodec::Create(type, &codec);
    EXPECT_TRUE(s.IsNotSupported());
    EXPECT_NE(s.ToString().find("wal_compression"), std::string::npos) << s.ToString();
    EXPECT_EQ(codec, nullptr);
  }
}

}  // namespace
}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
