// Engine options from flags, for the C API: the counterpart of option_builder.cc. It writes the
// flags as an option string, which the library parses. It refuses a flag that has no such form, so
// that no run silently differs from its command line.
#include "tools/db_bench/option_builder.h"

#include <map>
#include <string_view>

#include "tools/db_bench/flags.h"

namespace bench {
namespace {

struct CompressionName {
  const char* flag;
  const char* label;
  const char* option;
};
constexpr CompressionName kCompressions[] = {
    {"none", "NoCompression", "kNoCompression"},
    {"snappy", "Snappy", "kSnappyCompression"},
    {"zlib", "Zlib", "kZlibCompression"},
    {"bzip2", "BZip2", "kBZip2Compression"},
    {"lz4", "LZ4", "kLZ4Compression"},
    {"lz4hc", "LZ4HC", "kLZ4HCCompression"},
    {"zstd", "ZSTD", "kZSTD"},
};
constexpr const char* kChecksums[] = {"kNoChecksum", "kCRC32c", "kxxHash", "kxxHash64", "kXXH3"};

const CompressionName* FindCompression() {
  for (const CompressionName& c : kCompressions) {
    if (FLAGS_compression_type == c.flag) return &c;
  }
  return nullptr;
}

std::string CurrentValue(const char* flag) {
  gflags::CommandLineFlagInfo info;
  return gflags::GetCommandLineFlagInfo(flag, &info) ? info.current_value : "";
}

// "a=1;b=2;struct={c=3}". Parts may be added in any order.
class OptionString {
 public:
  void Add(const std::string& name, const std::string& value) { top_[name] = value; }
  void AddTo(const std::string& group, const std::string& name, const std::string& value) {
    groups_[group][name] = value;
  }
  std::string Text() const {
    std::string text = Joined(top_);
    for (const auto& [group, members] : groups_) text += group + "={" + Joined(members) + "};";
    return text;
  }

 private:
  using Members = std::map<std::string, std::string>;
  static std::string Joined(const Members& members) {
    std::string text;
    for (const auto& [name, value] : members) text += name + "=" + value + ";";
    return text;
  }

  Members top_;
  std::map<std::string, Members> groups_;
};

constexpr char kTable[] = "block_based_table_factory";

// `target` is the C++ lvalue of option_flags.inc: "o.name", "o.struct.name" or "t.name". Members of
// structs are written only when the user gave them, since the library parses a struct as a whole.
void AddPlain(const char* flag, std::string_view target, OptionString* options) {
  const std::string_view path = target.substr(2);
  const size_t dot = path.find('.');
  if (target[0] == 't') {
    options->AddTo(kTable, std::string(path), CurrentValue(flag));
  } else if (dot == std::string_view::npos) {
    options->Add(std::string(path), CurrentValue(flag));
  } else if (FlagWasGiven(flag)) {
    options->AddTo(std::string(path.substr(0, dot)), std::string(path.substr(dot + 1)),
                   CurrentValue(flag));
  }
}

void AddPlainFlags(OptionString* options) {
#define FLAG(type, name, value, target, help) AddPlain(#name, #target, options);
#include "tools/db_bench/option_flags.inc"
#undef FLAG
}

void AddTable(OptionString* options) {
  const auto table = [options](const char* name, const std::string& value) {
    options->AddTo(kTable, name, value);
  };
  if (FLAGS_cache_size >= 0) {
    table("block_cache", "{capacity=" + std::to_string(FLAGS_cache_size) +
                             ";num_shard_bits=" + std::to_string(FLAGS_cache_numshardbits) +
                             ";high_pri_pool_ratio=" + CurrentValue("cache_high_pri_pool_ratio") +
                             "}");
  } else {
    table("no_block_cache", "true");
  }
  if (FLAGS_checksum_type >= 0 && FLAGS_checksum_type <= 4) {
    table("checksum", kChecksums[FLAGS_checksum_type]);
  }
  if (FLAGS_partition_index_and_filters) table("index_type", "kTwoLevelIndexSearch");
  if (FLAGS_bloom_bits > 0) {
    table("filter_policy", std::string(FLAGS_use_ribbon_filter ? "ribbonfilter:" : "bloomfilter:") +
                               std::to_string(FLAGS_bloom_bits) +
                               (FLAGS_use_ribbon_filter ? "" : ":false"));
  }
}

// Refuses flags of built_flags.inc, and a few others, that have no counterpart below.
Status RefuseUnknown() {
  constexpr std::string_view kKnown =
      " compression_type cache_size cache_type cache_numshardbits cache_high_pri_pool_ratio "
      "bloom_bits use_ribbon_filter checksum_type compaction_style "
      "fifo_compaction_allow_compaction ";
  std::string refused;
  const auto check = [&](const std::string& name) {
    const bool known = kKnown.find(" " + name + " ") != std::string_view::npos;
    if (!known && FlagWasGiven(name.c_str())) refused += " --" + name;
  };
#define FLAG(type, name, value, help) check(#name);
#include "tools/db_bench/built_flags.inc"
#undef FLAG
  check("statistics");
  check("options_file");
  check("auto_prefix_mode");
  check("adaptive_readahead");
  if (FLAGS_cache_type != "lru_cache") refused += " --cache_type";
  if (FLAGS_compaction_style < 0 || FLAGS_compaction_style > 2) refused += " --compaction_style";
  if (refused.empty()) return Status::OK();
  return Status::NotSupported("not available over the C API:" + refused);
}

}  // namespace

Status MakeSharedParts(SharedParts*) { return RefuseUnknown(); }

Status BuildOptions(const SharedParts&, Options* options) {
  const CompressionName* compression = FindCompression();
  if (compression == nullptr) {
    return Status::InvalidArgument("--compression_type", FLAGS_compression_type);
  }
  OptionString text;
  AddPlainFlags(&text);
  AddTable(&text);
  text.Add("compression", compression->option);
  constexpr const char* kStyles[] = {"kCompactionStyleLevel", "kCompactionStyleUniversal",
                                     "kCompactionStyleFIFO"};
  text.Add("compaction_style", kStyles[FLAGS_compaction_style]);
  if (FLAGS_compaction_style == 2) {
    text.AddTo("compaction_options_fifo", "allow_compaction",
               FLAGS_fifo_compaction_allow_compaction ? "true" : "false");
  }
  if (FLAGS_prefix_size > 0) {
    text.Add("prefix_extractor", "rocksdb.FixedPrefix." + std::to_string(FLAGS_prefix_size));
  }
  text.Add("create_if_missing", FLAGS_use_existing_db ? "false" : "true");
  text.Add("create_missing_column_families", FLAGS_num_column_families > 1 ? "true" : "false");
  if (!FLAGS_wal_dir.empty()) text.Add("wal_dir", FLAGS_wal_dir);
  const Options base;
  char* error = nullptr;
  rocksdb_get_options_from_string(base.handle.get(), text.Text().c_str(), options->handle.get(),
                                  &error);
  return Status::Take(error);
}

const char* CompressionLabel() {
  const CompressionName* found = FindCompression();
  return found == nullptr ? "?" : found->label;
}

}  // namespace bench
