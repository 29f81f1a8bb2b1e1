// Codecs: how small a block must become to be kept compressed, and how dictionaries are made.
#include "table/codec.h"

#include <gtest/gtest.h>

#include <climits>

#include "table/sst_test_files.h"
#include "test/support/status_assertions.h"
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
        // A block that does shrink is still kept.
        block.Clear();
        EXPECT_EQ(compressor.Compress(std::string(size, 'a'), &block), size >= 100);
        EXPECT_LE(block.size(), size);
      }
    }
  }
}

// Text that repeats itself, so that a dictionary helps, and that differs from seed to seed.
std::string CodecText(uint64_t seed, size_t size) {
  Random64 random(seed);
  std::string text;
  while (text.size() < size) text += "word" + std::to_string(random.Uniform(300)) + "=";
  text.resize(size);
  return text;
}

struct CodecSamples {
  std::string bytes;
  std::vector<size_t> lengths;
};

CodecSamples SamplesOf(size_t count) {
  CodecSamples samples;
  for (uint64_t i = 0; i < count; ++i) {
    samples.lengths.push_back(400 + 3 * i);
    samples.bytes += CodecText(i, samples.lengths.back());
  }
  return samples;
}

CompressionOptions TrainingOptions(bool trainer) {
  CompressionOptions options;
  options.max_dict_bytes = 4096;
  options.zstd_max_train_bytes = 100000;
  options.use_zstd_dict_trainer = trainer;
  return options;
}

TEST(TrainDictionary, WithoutTheTrainerZstdFinalizesTheSamplesThemselves) {
  if (!CodecAvailable(kZSTD)) return;
  const CodecSamples samples = SamplesOf(100);
  const CompressionOptions options = TrainingOptions(false);
  const std::string dictionary = TrainDictionary(kZSTD, options, samples.bytes, samples.lengths);
  ASSERT_GT(dictionary.size(), options.max_dict_bytes / 2);
  ASSERT_LE(dictionary.size(), options.max_dict_bytes);
  // A dictionary in zstd's own format begins with the magic number, then come tables ...
  EXPECT_EQ(dictionary.substr(0, 4), "\x37\xa4\x30\xec");
  // ... then the content: the beginning of the samples, shortened by the bytes of the tables.
  const std::string content = dictionary.substr(options.max_dict_bytes / 2);
  EXPECT_NE(samples.bytes.substr(0, options.max_dict_bytes).find(content), std::string::npos);
}

TEST(TrainDictionary, WithTheTrainerZstdChoosesTheContent) {
  if (!CodecAvailable(kZSTD)) return;
  const CodecSamples samples = SamplesOf(100);
  const std::string trained =
      TrainDictionary(kZSTD, TrainingOptions(true), samples.bytes, samples.lengths);
  ASSERT_FALSE(trained.empty());
  EXPECT_EQ(trained.substr(0, 4), "\x37\xa4\x30\xec");
  EXPECT_TRUE(trained !=
              TrainDictionary(kZSTD, TrainingOptions(false), samples.bytes, samples.lengths));
  // The trainer puts segments of many samples together.
  const std::string content = trained.substr(trained.size() / 2);
  EXPECT_EQ(samples.bytes.find(content), std::string::npos);
}

TEST(TrainDictionary, EitherKindPrimesTheCodec) {
  if (!CodecAvailable(kZSTD)) return;
  const CodecSamples samples = SamplesOf(100);
  const std::string text = CodecText(1000, 800);
  ByteBuffer plain;
  ASSERT_TRUE(BlockCompressor(kZSTD, CompressionOptions()).Compress(text, &plain));
  for (const bool trainer : {false, true}) {
    SCOPED_TRACE(trainer);
    const CompressionOptions options = TrainingOptions(trainer);
    const std::string dictionary = TrainDictionary(kZSTD, options, samples.bytes, samples.lengths);
    BlockCompressor compressor(kZSTD, options);
    compressor.SetDictionary(dictionary);
    ByteBuffer block;
    ASSERT_TRUE(compressor.Compress(text, &block));
    EXPECT_LT(block.size(), plain.size());
    Slice in = block.ToSlice();
    size_t size = 0;
    ASSERT_OK(DecompressedSize(kZSTD, 6, &in, &size));
    const CodecDictionary digest(dictionary, kZSTD);
    std::string out(size, '\0');
    ASSERT_OK(DecompressBlock(kZSTD, in, &digest, out.data(), size));
    EXPECT_EQ(out, text);
  }
}

TEST(TrainDictionary, NoSamplesGiveNoneWithOrWithoutTheTrainer) {
  if (!CodecAvailable(kZSTD)) return;
  for (const bool trainer : {false, true}) {
    EXPECT_EQ(TrainDictionary(kZSTD, TrainingOptions(trainer), "", {}), "") << trainer;
  }
}

// A table whose data blocks are compressed with a dictionary of 16 KiB.
size_t MemoryOfTableWithDictionary(CompressionType type) {
  EntryMap entries;
  for (int i = 0; i < 600; ++i) {
    entries[MakeInternalKey("k" + std::to_string(100000 + i), 1, kTypeValue)] =
        CodecText(static_cast<uint64_t>(i), 200);
  }
  TableBuilderOptions how(TestOrder());
  how.compression = type;
  how.compression_opts.max_dict_bytes = 16384;
  SstFiles files;
  EXPECT_OK(files.Build(BlockBasedTableOptions(), how, entries));
  std::unique_ptr<TableReader> reader;
  EXPECT_OK(files.Open(BlockBasedTableOptions(), TableReaderOptions(TestOrder()), &reader));
  std::unique_ptr<InternalIterator> it(reader->NewIterator(ReadOptions(), {}));
  EXPECT_EQ(Forward(it.get()).size(), entries.size());
  return reader->MemoryUsage();
}

TEST(CodecDictionary, OnlyTablesOfZstdKeepADigestOfTheirDictionary) {
  if (!CodecAvailable(kZSTD)) return;
  const size_t with_digest = MemoryOfTableWithDictionary(kZSTD);
  for (const CompressionType type : {kLZ4Compression, kLZ4HCCompression, kZlibCompression}) {
    if (!CodecAvailable(type)) continue;
    // A digest holds a copy of the dictionary's bytes beside its tables.
    EXPECT_LT(MemoryOfTableWithDictionary(type) + 16384, with_digest) << CodecName(type);
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
