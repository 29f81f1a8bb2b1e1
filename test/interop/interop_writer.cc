// Makes, or continues, a database with random writes and keeps a listing of what it must contain.
// Run by interop_test.py, which compares the listing with what stock RocksDB reads. Public API
// only.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "rocksdb/db.h"
#include "rocksdb/file_checksum.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/options.h"
#include "rocksdb/table.h"

using namespace ROCKSDB_NAMESPACE;  // NOLINT: one small program

namespace {

using Contents = std::map<std::string, std::map<std::string, std::string>>;

// --name=value pairs.
class Flags {
 public:
  Flags(int argc, char** argv) {
    for (int i = 1; i < argc; i++) {
      const std::string text = argv[i];
      const size_t equals = text.find('=');
      if (text.rfind("--", 0) != 0 || equals == std::string::npos) continue;
      values_[text.substr(2, equals - 2)] = text.substr(equals + 1);
    }
  }
  std::string Text(const std::string& name, const std::string& fallback) const {
    const auto it = values_.find(name);
    return it == values_.end() ? fallback : it->second;
  }
  uint64_t Number(const std::string& name, uint64_t fallback) const {
    return std::stoull(Text(name, std::to_string(fallback)));
  }
  bool On(const std::string& name, bool fallback) const {
    return Text(name, fallback ? "true" : "false") == "true";
  }

 private:
  std::map<std::string, std::string> values_;
};

// Named as the operator that Debian's ldb opens databases with, and doing what that one does.
class ColonAppend : public MergeOperator {
 public:
  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
    std::string& result = out->new_value;
    bool first = in.existing_value == nullptr;
    if (!first) result = in.existing_value->ToString();
    for (const Slice& operand : in.operand_list) {
      if (!first) result.push_back(':');
      result.append(operand.data(), operand.size());
      first = false;
    }
    return true;
  }
  const char* Name() const override { return "StringAppendOperator"; }
};

std::string ToHex(const std::string& bytes) { return Slice(bytes).ToString(true); }

std::string FromHex(const std::string& text) {
  std::string bytes;
  for (size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

void ReadListing(const std::string& path, Contents* contents) {
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line)) {
    const size_t a = line.find(' ');
    auto& family = (*contents)[line.substr(0, a)];
    if (a == std::string::npos) continue;
    const size_t b = line.find(' ', a + 1);
    family[FromHex(line.substr(a + 1, b - a - 1))] = FromHex(line.substr(b + 1));
  }
}

void WriteListing(const std::string& path, const Contents& contents) {
  std::ofstream out(path, std::ios::trunc);
  for (const auto& [family, keys] : contents) {
    out << family << "\n";
    for (const auto& [key, value] : keys)
      out << family << " " << ToHex(key) << " " << ToHex(value) << "\n";
  }
}

CompressionType Compression(const std::string& name) {
  if (name == "snappy") return kSnappyCompression;
  if (name == "lz4") return kLZ4Compression;
  if (name == "zstd") return kZSTD;
  if (name == "zlib") return kZlibCompression;
  return kNoCompression;
}

Options MakeOptions(const Flags& flags) {
  Options options;
  options.create_if_missing = true;
  options.create_missing_column_families = true;
  options.write_buffer_size = flags.Number("write_buffer", 128 << 10);
  options.target_file_size_base = 64 << 10;
  options.max_bytes_for_level_base = 256 << 10;
  options.max_background_jobs = 4;
  options.avoid_flush_during_shutdown = true;
  options.compression = Compression(flags.Text("compression", "none"));
  options.wal_compression = Compression(flags.Text("wal_compression", "none"));
  if (flags.On("merges", false)) options.merge_operator = std::make_shared<ColonAppend>();
  if (flags.On("file_checksums", false))
    options.file_checksum_gen_factory = GetFileChecksumGenCrc32cFactory();
  options.use_direct_io_for_flush_and_compaction = flags.On("direct", false);
  if (flags.On("recycle", false)) options.recycle_log_file_num = 2;
  options.persist_stats_to_disk = flags.On("persist_stats", false);
  if (!flags.On("compaction", true)) {
    options.disable_auto_compactions = true;
    options.level0_slowdown_writes_trigger = options.level0_stop_writes_trigger = 10000;
  }
#if __has_include("rocksdb/bucket_options.h")
  const uint64_t buckets = flags.Number("buckets", 8);
  options.bucket_options.enabled = buckets > 0;
  options.bucket_options.initial_buckets = static_cast<uint32_t>(buckets);
  options.bucket_options.min_file_size = 1;
  options.bucket_options.window_flushes = 2;
#endif
  BlockBasedTableOptions table;
  table.format_version = static_cast<uint32_t>(flags.Number("format_version", 6));
  if (flags.Text("checksum", "xxh3") == "crc32c") table.checksum = kCRC32c;
  if (flags.On("bloom", false)) table.filter_policy.reset(NewBloomFilterPolicy(10));
  options.table_factory.reset(NewBlockBasedTableFactory(table));
  return options;
}

// The database and the listing, changed side by side.
class Writer {
 public:
  explicit Writer(const Flags& flags) : flags_(flags), random_(flags.Number("seed", 1)) {}

  Status Run() {
    ReadListing(flags_.Text("listing", "listing"), &contents_);
    Status s = Open();
    const uint64_t operations = flags_.Number("operations", 8000);
    for (uint64_t i = 0; i < operations && s.ok(); i++) {
      s = Step(i);
      if (s.ok() && flags_.On("large", false) && i % 400 == 0) s = PutLarge(i);
      if (s.ok() && (i == operations / 2 || i == operations / 5)) s = FlushAll();
    }
    if (s.ok() && flags_.On("flush", true)) s = FlushAll();
    if (s.ok() && flags_.On("compact", false)) s = CompactAll();
    if (s.ok() && flags_.On("file_checksums", false)) s = db_->VerifyFileChecksums(ReadOptions());
    const Status closed = Close();
    WriteListing(flags_.Text("listing", "listing"), contents_);
    return s.ok() ? closed : s;
  }

 private:
  Status Open() {
    const Options options = MakeOptions(flags_);
    std::vector<ColumnFamilyDescriptor> families = {{kDefaultColumnFamilyName, options}};
    std::stringstream names(flags_.Text("families", ""));
    for (std::string name; std::getline(names, name, ',');) families.emplace_back(name, options);
    for (const ColumnFamilyDescriptor& family : families) contents_[family.name];
    DB* raw = nullptr;
    Status s = DB::Open(options, flags_.Text("db", ""), families, &handles_, &raw);
    db_.reset(raw);
    return s;
  }
  Status Close() {
    if (db_ == nullptr) return Status::OK();
    for (ColumnFamilyHandle* handle : handles_) (void)db_->DestroyColumnFamilyHandle(handle);
    return db_->Close();
  }
  Status FlushAll() { return db_->Flush(FlushOptions(), handles_); }
  Status CompactAll() {
    Status s;
    for (ColumnFamilyHandle* handle : handles_) {
      if (s.ok()) s = db_->CompactRange(CompactRangeOptions(), handle, nullptr, nullptr);
    }
    return s;
  }

  uint64_t Uniform(uint64_t n) { return random_() % n; }
  static std::string Key(uint64_t n) {
    char text[16];
    std::snprintf(text, sizeof(text), "key%06u", static_cast<unsigned>(n % 1000000));
    return text;
  }
  std::string RandomBytes(size_t size) {
    std::string bytes(size, '\0');
    for (char& c : bytes) c = static_cast<char>(random_());
    return bytes;
  }

  Status Step(uint64_t step) {
    ColumnFamilyHandle* handle = handles_[Uniform(handles_.size())];
    auto& model = contents_[handle->GetName()];
    // Three quarters of the writes fall into a range that moves, so that boundaries follow it.
    const uint64_t hot = step / 2000 * 700;
    const uint64_t number = Uniform(4) != 0 ? (hot + Uniform(800)) % 4000 : Uniform(4000);
    const std::string key = Key(number);
    const uint64_t dice = Uniform(100);
    if (dice < 12) {
      model.erase(key);
      return db_->Delete(WriteOptions(), handle, key);
    }
    if (dice < 14 && flags_.On("range_deletes", false)) {
      const std::string end = Key(number + 1 + Uniform(150));
      model.erase(model.lower_bound(key), model.lower_bound(end));
      return db_->DeleteRange(WriteOptions(), handle, key, end);
    }
    if (dice < 30 && flags_.On("merges", false)) {
      auto [it, fresh] = model.emplace(key, "m");
      if (!fresh) it->second += ":m";
      return db_->Merge(WriteOptions(), handle, key, "m");
    }
    model[key] =
        std::to_string(step) + "/" + RandomBytes(Uniform(200)) + std::string(Uniform(200), 'o');
    return db_->Put(WriteOptions(), handle, key, model[key]);
  }

  // Of several log blocks: half of it does not compress.
  Status PutLarge(uint64_t step) {
    const std::string key = Key(900000 + step % 5);
    std::string& value = contents_[kDefaultColumnFamilyName][key];
    value = RandomBytes(Uniform(100000)) + std::string(Uniform(200000), 'o');
    return db_->Put(WriteOptions(), handles_[0], key, value);
  }

  const Flags flags_;
  std::mt19937_64 random_;
  Contents contents_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> handles_;
};

}  // namespace

int main(int argc, char** argv) {
  const Status s = Writer(Flags(argc, argv)).Run();
  if (!s.ok()) std::cerr << "interop_writer: " << s.ToString() << std::endl;
  return s.ok() ? 0 : 1;
}
