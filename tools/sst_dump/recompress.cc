// Tables in other compressions: see recompress.h.
#include "tools/sst_dump/recompress.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ostream>
#include <sstream>
#include <vector>

#include "rocksdb/convenience.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

// What is written where no level is chosen, and how large blocks are then: as in RocksDB's tool.
constexpr int kDefaultLevel = CompressionOptions::kDefaultCompressionLevel;
constexpr uint64_t kDefaultBlockSize = 16384;

struct Named {
  const char* name;
  CompressionType type;
};

constexpr Named kTypes[] = {
    {"kNoCompression", kNoCompression},         {"kSnappyCompression", kSnappyCompression},
    {"kZlibCompression", kZlibCompression},     {"kBZip2Compression", kBZip2Compression},
    {"kLZ4Compression", kLZ4Compression},       {"kLZ4HCCompression", kLZ4HCCompression},
    {"kXpressCompression", kXpressCompression}, {"kZSTD", kZSTD},
};

// The types of --compression_types, or all.
Status ReadTypes(const Arguments& arguments, std::vector<Named>* types) {
  if (!arguments.Has("compression_types")) {
    types->assign(std::begin(kTypes), std::end(kTypes));
    return Status::OK();
  }
  std::istringstream names(arguments.Text("compression_types"));
  for (std::string name; std::getline(names, name, ',');) {
    const auto* const found = std::find_if(std::begin(kTypes), std::end(kTypes),
                                           [&](const Named& t) { return name == t.name; });
    if (found == std::end(kTypes)) {
      return Status::InvalidArgument("--compression_types: not a CompressionType", name);
    }
    types->push_back(*found);
  }
  return Status::OK();
}

struct Levels {
  int64_t from = kDefaultLevel;
  int64_t to = kDefaultLevel;
};

Status ReadLevels(const Arguments& arguments, size_t types, Levels* levels) {
  const bool from = arguments.Has("compression_level_from");
  if (from != arguments.Has("compression_level_to")) {
    return Status::InvalidArgument(
        "--compression_level_from and --compression_level_to belong together");
  }
  if (from && types != 1) {
    return Status::InvalidArgument(
        "--compression_level_from needs one type in --compression_types");
  }
  Status s = arguments.Number("compression_level_from", levels->from, &levels->from);
  return s.ok() ? arguments.Number("compression_level_to", levels->to, &levels->to) : s;
}

Status ReadSettings(const Arguments& arguments, SstRewrite* how) {
  uint64_t block = kDefaultBlockSize, dict = 0, train = 0, buffer = 0;
  Status s = arguments.Size("set_block_size", &block);
  if (s.ok()) s = arguments.Size("compression_max_dict_bytes", &dict, UINT32_MAX);
  if (s.ok()) s = arguments.Size("compression_zstd_max_train_bytes", &train, UINT32_MAX);
  if (s.ok()) s = arguments.Size("compression_max_dict_buffer_bytes", &buffer);
  how->block_size = static_cast<size_t>(block);
  how->compression_opts.max_dict_bytes = static_cast<uint32_t>(dict);
  how->compression_opts.zstd_max_train_bytes = static_cast<uint32_t>(train);
  how->compression_opts.max_dict_buffer_bytes = buffer;
  how->compression_opts.use_zstd_dict_trainer = !arguments.On("compression_use_zstd_finalize_dict");
  return s;
}

std::string Share(uint64_t part, uint64_t whole) {
  char text[64];
  std::snprintf(text, sizeof(text), "%6llu (%5.1f%%)", static_cast<unsigned long long>(part),
                whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return text;
}

Status TryLevel(SstView* view, const SstRewrite& how, std::ostream& out) {
  SstRewritten done;
  const auto begin = std::chrono::steady_clock::now();
  Status s = view->Rewrite(how, &done);
  if (!s.ok()) return s;
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - begin);
  const uint64_t blocks = done.compressed + done.rejected + done.bypassed;
  char text[160];
  std::snprintf(text, sizeof(text),
                "Compression level: %d Size: %10llu Blocks: %6llu Time Taken: %10lld microsecs ",
                how.compression_opts.level, static_cast<unsigned long long>(done.file_bytes),
                static_cast<unsigned long long>(done.data_blocks),
                static_cast<long long>(micros.count()));
  out << text << "Compressed: " << Share(done.compressed, blocks)
      << " Not compressed (ratio): " << Share(done.rejected, blocks)
      << " Not compressed (abort): " << Share(done.bypassed, blocks) << "\n";
  return s;
}

}  // namespace

const std::set<std::string>& RecompressFlags() {
  static const std::set<std::string> flags = {"compression_types",
                                              "compression_level_from",
                                              "compression_level_to",
                                              "set_block_size",
                                              "compression_max_dict_bytes",
                                              "compression_zstd_max_train_bytes",
                                              "compression_max_dict_buffer_bytes",
                                              "compression_use_zstd_finalize_dict"};
  return flags;
}

Status Recompress(const Arguments& arguments, SstView* view, std::ostream& out) {
  std::vector<Named> types;
  Levels levels;
  SstRewrite how;
  Status s = ReadTypes(arguments, &types);
  if (s.ok()) s = ReadLevels(arguments, types.size(), &levels);
  if (s.ok()) s = ReadSettings(arguments, &how);
  if (!s.ok()) return s;
  const std::vector<CompressionType> linked = GetSupportedCompressions();
  out << "Block Size: " << how.block_size << "\n";
  for (const Named& type : types) {
    if (std::find(linked.begin(), linked.end(), type.type) == linked.end()) {
      out << "Unsupported compression type: " << type.name << ".\n";
      continue;
    }
    char name[64];
    std::snprintf(name, sizeof(name), "Compression: %-24s\n", type.name);
    out << name;
    how.compression = type.type;
    for (int64_t level = levels.from; s.ok() && level <= levels.to; ++level) {
      how.compression_opts.level = static_cast<int>(level);
      s = TryLevel(view, how, out);
    }
    if (!s.ok()) return s;
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE::tools
