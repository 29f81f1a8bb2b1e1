// CompressionOptions::window_bits: with every value, writers produce what readers assume (ours and
// stock's: a raw stream with a window of 2^14).
#ifdef ZLIB
#include <zlib.h>

#include <climits>

#include "table/codec.h"
#include "table/sst_test_files.h"
#include "test/support/status_assertions.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {
namespace {

std::vector<int> AllWindows() {
  std::vector<int> all{0, 1, -1, 7, -7, 16, -16, 23, 32, 100, -100, INT_MAX, INT_MIN};
  for (int size = 8; size <= 15; ++size) {
    for (const int bits : {size, -size, size + 16, -size - 16}) all.push_back(bits);
  }
  return all;
}

// Text that repeats bytes from about 2^15 bytes before, and none from nearer.
std::string FarRepeats(size_t size) {
  Random64 random(7);
  std::string text;
  while (text.size() < 30000) text.push_back(static_cast<char>('a' + random.Uniform(16)));
  while (text.size() < size) text.push_back(text[text.size() - 30000]);
  return text;
}

// Inflates as stock does: no byte further back than 2^14 can be reached.
std::string InflateRaw(const Slice& in, const std::string& dictionary, size_t size) {
  z_stream stream{};
  if (inflateInit2(&stream, -14) != Z_OK) return "inflateInit2";
  if (!dictionary.empty()) {
    inflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(dictionary.data()),
                         static_cast<uInt>(dictionary.size()));
  }
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
  stream.avail_in = static_cast<uInt>(in.size());
  std::string out;
  int code = Z_OK;
  while (code == Z_OK && out.size() < size) {
    // Less than a window at once, so that the rest is only in inflate's own window.
    char piece[512];
    stream.next_out = reinterpret_cast<Bytef*>(piece);
    stream.avail_out = sizeof(piece);
    code = inflate(&stream, Z_SYNC_FLUSH);
    out.append(piece, sizeof(piece) - stream.avail_out);
  }
  inflateEnd(&stream);
  return code == Z_OK || code == Z_STREAM_END ? out : "inflate: " + std::to_string(code);
}

TEST(ZlibWindow, EveryValueWritesWhatARawReaderWithAWindowOf16KUnderstands) {
  const std::string text = FarRepeats(60000);
  for (const int bits : AllWindows()) {
    for (const size_t dictionary_size : {size_t{0}, size_t{1000}, size_t{30000}}) {
      SCOPED_TRACE(std::to_string(bits) + " " + std::to_string(dictionary_size));
      const std::string dictionary = text.substr(0, dictionary_size);
      CompressionOptions options;
      options.window_bits = bits;
      BlockCompressor compressor(kZlibCompression, options);
      if (!dictionary.empty()) compressor.SetDictionary(dictionary);
      ByteBuffer block;
      const int64_t magnitude = bits >= 24 && bits <= 31 ? bits - 16
                                : bits < 0 && bits > -16 ? -bits
                                                         : bits;
      const bool known = magnitude >= 8 && magnitude <= 15;
      ASSERT_EQ(compressor.Compress(text, &block), known);
      // Stored as it is.
      if (!known) continue;
      Slice in(block.data(), block.size());
      size_t size = 0;
      ASSERT_OK(DecompressedSize(kZlibCompression, 6, &in, &size));
      ASSERT_EQ(size, text.size());
      const CodecDictionary digest(dictionary, kZlibCompression);
      std::string out(size, '\0');
      const Status s = DecompressBlock(kZlibCompression, in, dictionary.empty() ? nullptr : &digest,
                                       out.data(), size);
      EXPECT_OK(s);
      EXPECT_TRUE(out == text);
      EXPECT_TRUE(InflateRaw(in, dictionary, size) == text);
    }
  }
}

TEST(ZlibWindow, TablesWrittenWithAnyValueAreReadBack) {
  EntryMap entries;
  for (int i = 0; i < 600; ++i) {
    const std::string number = std::to_string(100000 + i);
    entries[MakeInternalKey("k" + number, 1, kTypeValue)] = "some value " + number + " again";
  }
  for (const int bits : AllWindows()) {
    for (const uint32_t dictionary : {0u, 40000u}) {
      SCOPED_TRACE(std::to_string(bits) + " " + std::to_string(dictionary));
      TableBuilderOptions how(TestOrder());
      how.compression = kZlibCompression;
      how.compression_opts.window_bits = bits;
      how.compression_opts.max_dict_bytes = dictionary;
      SstFiles files;
      TableProperties properties;
      Status s = files.Build(BlockBasedTableOptions(), how, entries, &properties);
      ASSERT_OK(s);
      std::unique_ptr<TableReader> reader;
      s = files.Open(BlockBasedTableOptions(), TableReaderOptions(TestOrder()), &reader);
      ASSERT_OK(s);
      std::unique_ptr<InternalIterator> it(reader->NewIterator(ReadOptions(), {}));
      EXPECT_TRUE((Forward(it.get()) == std::vector<std::pair<std::string, std::string>>(
                                            entries.begin(), entries.end())))
          << it->status().ToString();
    }
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
#endif
