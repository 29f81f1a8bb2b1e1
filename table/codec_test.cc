// CompressionOptions::max_compressed_bytes_per_kb: what a compressor takes for worth keeping.
#include "table/codec.h"

#include <gtest/gtest.h>

#include <climits>

#include "util/random.h"

namespace ROCKSDB_NAMESPACE {
namespace {

std::string CodecNoise(size_t size) {
  Random64 random(11);
  std::string text;
  while (text.size() < size) text.push_back(static_cast<char>(random.Uniform(256)));
  return text;
}

TEST(BlockCompressor, NothingLargerThanTheBlockIsAcceptedWhateverTheOptionSays) {
  for (const CompressionType type :
       {kSnappyCompression, kLZ4Compression, kLZ4HCCompression, kZlibCompression, kZSTD}) {
    if (!CodecAvailable(type)) continue;
    for (const int per_kb : {1023, 1024, 1025, 2048, INT_MAX}) {
      for (const size_t size : {size_t{1}, size_t{6}, size_t{100}, size_t{4096}, size_t{65536}}) {
        SCOPED_TRACE(std::string(CodecName(type)) + " " + std::to_string(per_kb) + " " +
                     std::to_string(size));
        CompressionOptions options;
        options.max_compressed_bytes_per_kb = per_kb;
        BlockCompressor compressor(type, options);
        ByteBuffer block;
        const std::string noise = CodecNoise(size);
        compressor.Compress(noise, &block);
        EXPECT_LE(block.size(), noise.size());
        // What does shrink is still taken.
        block.Clear();
        EXPECT_EQ(compressor.Compress(std::string(size, 'a'), &block), size >= 100);
        EXPECT_LE(block.size(), size);
      }
    }
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
