// Opening a database as the command line says: see session.h.
#include "tools/ldb/session.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <utility>

#include "rocksdb/bucket_options.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/table.h"
#include "rocksdb/utilities/options_util.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

// The merge operator of a database whose OPTIONS file names none that ldb knows: it joins the
// operands by colons. OPTIONS files that ldb writes say so.
constexpr char kStandIn[] = "{id=StringAppendOperator;delimiter=:}";

const std::map<std::string, CompressionType>& CompressionNames() {
  static const std::map<std::string, CompressionType> names = {
      {"no", kNoCompression},         {"none", kNoCompression},
      {"snappy", kSnappyCompression}, {"zlib", kZlibCompression},
      {"bzip2", kBZip2Compression},   {"lz4", kLZ4Compression},
      {"lz4hc", kLZ4HCCompression},   {"zstd", kZSTD}};
  return names;
}

// *value stays without the flag.
Status ReadSize(const Arguments& arguments, const std::string& name, uint64_t least, uint64_t most,
                uint64_t* value) {
  Status s = arguments.Size(name, value, most);
  if (s.ok() && arguments.Has(name) && *value < least) {
    s = Status::InvalidArgument("--" + name + " must be > " + std::to_string(least - 1));
  }
  return s;
}

// Flags that set one option to a size.
struct SizeFlag {
  const char* name;
  uint64_t least;
  uint64_t most;
  void (*set)(Options* options, uint64_t size);
};

const std::vector<SizeFlag>& SizeFlags() {
  static const std::vector<SizeFlag> flags = {
      {"compression_max_dict_bytes", 1, UINT32_MAX,
       [](Options* o, uint64_t n) {
         o->compression_opts.max_dict_bytes = static_cast<uint32_t>(n);
       }},
      {"db_write_buffer_size", 1, INT64_MAX,
       [](Options* o, uint64_t n) { o->db_write_buffer_size = n; }},
      {"write_buffer_size", 1, INT64_MAX, [](Options* o, uint64_t n) { o->write_buffer_size = n; }},
      {"file_size", 1, INT64_MAX, [](Options* o, uint64_t n) { o->target_file_size_base = n; }},
      {"fix_prefix_len", 1, INT32_MAX,
       [](Options* o, uint64_t n) { o->prefix_extractor.reset(NewFixedPrefixTransform(n)); }},
      {"buckets", 0, UINT32_MAX,
       [](Options* o, uint64_t n) {
         o->bucket_options.enabled = n != 0;
         o->bucket_options.initial_buckets = static_cast<uint32_t>(n);
       }},
  };
  return flags;
}

}  // namespace

Session::Session(Arguments arguments, std::ostream& out, std::ostream& err)
    : arguments_(std::move(arguments)), out_(out), err_(err) {
  const auto& all = arguments_.words();
  if (!all.empty()) words_.assign(all.begin() + 1, all.end());
}

Session::~Session() { (void)Close(); }

Status Session::ApplyTableFlags(Options* options) const {
  // 0: not given.
  uint64_t bloom = 0, block = 0;
  Status s = ReadSize(arguments_, "bloom_bits", 1, INT32_MAX, &bloom);
  if (s.ok()) s = ReadSize(arguments_, "block_size", 1, UINT32_MAX, &block);
  if (!s.ok() || (bloom == 0 && block == 0)) return s;
  auto* current = options->table_factory->GetOptions<BlockBasedTableOptions>();
  BlockBasedTableOptions table = current != nullptr ? *current : BlockBasedTableOptions();
  if (bloom > 0) table.filter_policy.reset(NewBloomFilterPolicy(static_cast<double>(bloom)));
  if (block > 0) table.block_size = block;
  options->table_factory.reset(NewBlockBasedTableFactory(table));
  return s;
}

Status Session::ApplyFlags(Options* options) const {
  options->create_if_missing = arguments_.On("create_if_missing");
  if (arguments_.On("bulk_load")) options->PrepareForBulkLoad();
  if (arguments_.On("disable_consistency_checks")) options->force_consistency_checks = false;
  if (arguments_.Has("auto_compaction")) {
    options->disable_auto_compactions = !arguments_.On("auto_compaction");
  }
  if (arguments_.Has("compression_type")) {
    const auto it = CompressionNames().find(arguments_.Text("compression_type"));
    if (it == CompressionNames().end()) {
      return Status::InvalidArgument("unknown --compression_type",
                                     arguments_.Text("compression_type"));
    }
    options->compression = it->second;
  }
  for (const SizeFlag& flag : SizeFlags()) {
    if (!arguments_.Has(flag.name)) continue;
    uint64_t size = 0;
    Status s = ReadSize(arguments_, flag.name, flag.least, flag.most, &size);
    if (!s.ok()) return s;
    flag.set(options, size);
  }
  // Without a merge operator ldb could not read a database with merges.
  if (options->merge_operator == nullptr) {
    Status s = MergeOperator::CreateFromString(ConfigOptions(), kStandIn, &options->merge_operator);
    if (!s.ok()) return s;
  }
  return ApplyTableFlags(options);
}

Status Session::ChooseEnv() {
  if (env_owner_ != nullptr || (!arguments_.Has("env_uri") && !arguments_.Has("fs_uri")))
    return Status::OK();
  Env* env = options_.env;
  Status s = Env::CreateFromUri(ConfigOptions(), arguments_.Text("env_uri"),
                                arguments_.Text("fs_uri"), &env, &env_owner_);
  if (s.ok()) options_.env = env;
  return s;
}

Status Session::LoadOptions() {
  if (options_loaded_) return Status::OK();
  Status chosen = ChooseEnv();
  if (!chosen.ok()) return chosen;
  Env* const env = options_.env;
  // The OPTIONS file of a database with times names a compaction filter that only DBWithTTL knows.
  if (arguments_.On("try_load_options", !ttl())) {
    ConfigOptions config;
    config.env = env;
    config.ignore_unknown_options = arguments_.On("ignore_unknown_options");
    DBOptions db_options;
    // A missing OPTIONS file is no error: old and new databases have none.
    Status s = LoadLatestOptions(config, path(), &db_options, &loaded_);
    if (s.ok()) {
      options_ =
          Options(db_options, loaded_.empty() ? ColumnFamilyOptions() : loaded_.front().options);
    } else if (!s.IsNotFound() && !s.IsPathNotFound()) {
      return s;
    }
  }
  options_.env = metered_env_ != nullptr ? metered_env_.get() : env;
  LeaveMissingWalDir();
  Status s = ApplyFlags(&options_);
  options_loaded_ = s.ok();
  return s;
}

void Session::LeaveMissingWalDir() {
  if (options_.wal_dir.empty() || !options_.env->FileExists(options_.wal_dir).IsNotFound()) return;
  err_ << "the OPTIONS file's wal_dir is not there; logs are those beside the tables: "
       << options_.wal_dir << "\n";
  options_.wal_dir.clear();
}

void Session::MeterReads() {
  if (arguments_.Has("env_uri") || arguments_.Has("fs_uri")) return;
  meter_ = std::make_shared<ReadMeter>(FileSystem::Default());
  metered_env_ = NewCompositeEnv(meter_);
}

Status Session::Families(std::vector<ColumnFamilyDescriptor>* families) {
  std::vector<std::string> names;
  Status s = DB::ListColumnFamilies(options_, path(), &names);
  if (!s.ok()) {
    if (!options_.create_if_missing) return s;
    // This open creates the database.
    names = {kDefaultColumnFamilyName};
  }
  for (const std::string& name : names) {
    const auto same = [&](const ColumnFamilyDescriptor& d) { return d.name == name; };
    const auto found = std::find_if(loaded_.begin(), loaded_.end(), same);
    Options of_family = found == loaded_.end() ? options_ : Options(options_, found->options);
    s = ApplyFlags(&of_family);
    if (!s.ok()) return s;
    if (adjust_ != nullptr && name == wanted_family()) adjust_(&of_family);
    families->emplace_back(name, of_family);
  }
  return Status::OK();
}

Status Session::Open(Access access) {
  if (path().empty()) return Status::InvalidArgument("--db=PATH is needed");
  Status s = LoadOptions();
  std::vector<ColumnFamilyDescriptor> families;
  if (s.ok()) s = Families(&families);
  if (s.ok()) s = OpenAdjusted(families, access);
  if (!s.ok()) return s;
  for (ColumnFamilyHandle* handle : handles_) {
    if (handle->GetName() == wanted_family()) family_ = handle;
  }
  if (family_ == nullptr)
    return Status::InvalidArgument("Non-existing column family", wanted_family());
  return s;
}

Status Session::NewestOptions(std::string* name) const {
  name->clear();
  const Status s = GetLatestOptionsFileName(path(), options_.env, name);
  // A directory that is not there yet has none.
  return s.IsNotFound() || s.IsPathNotFound() ? Status::OK() : s;
}

Status Session::TakeBackOptions(const std::string& before) const {
  std::string newest;
  Status s = NewestOptions(&newest);
  if (!s.ok() || newest == before) return s;
  Env* const env = options_.env;
  FileLock* lock = nullptr;
  // After a failed opening the file may be that of another process, which then has the database.
  if (db_ == nullptr && !env->LockFile(path() + "/LOCK", &lock).ok()) return s;
  s = env->DeleteFile(path() + "/" + newest);
  if (lock != nullptr) env->UnlockFile(lock).PermitUncheckedError();
  return s;
}

Status Session::OpenAdjusted(const std::vector<ColumnFamilyDescriptor>& families, Access access) {
  // A secondary instance writes no OPTIONS file; its primary may.
  if (!for_work_ || arguments_.Has("secondary_path")) return OpenFamilies(families, access);
  std::string before;
  Status s = NewestOptions(&before);
  if (!s.ok()) return s;
  s = OpenFamilies(families, access);
  // Also after a failure: the opening may have come that far.
  const Status taken_back = TakeBackOptions(before);
  return s.ok() ? taken_back : s;
}

Status Session::OpenFamilies(const std::vector<ColumnFamilyDescriptor>& families, Access access) {
  const bool read_only = access == Access::kRead;
  Options of_db = options_;
  if (adjust_ != nullptr) adjust_(&of_db);
  DB* raw = nullptr;
  Status s;
  if (!ttl() && arguments_.Has("secondary_path")) {
    // Commands that write find out from it that they may not.
    of_db.max_open_files = -1;
    s = DB::OpenAsSecondary(of_db, path(), arguments_.Text("secondary_path"), families, &handles_,
                            &raw);
  } else if (!ttl()) {
    s = read_only ? DB::OpenForReadOnly(of_db, path(), families, &handles_, &raw)
                  : DB::Open(of_db, path(), families, &handles_, &raw);
  } else if (arguments_.Has("secondary_path")) {
    s = Status::InvalidArgument("--ttl and --secondary_path exclude each other");
  } else if (families.size() > 1) {
    s = Status::InvalidArgument("ldb doesn't support TTL DB with multiple column families");
  } else {
    s = DBWithTTL::Open(of_db, path(), families, &handles_, &ttl_, {0}, read_only);
    raw = ttl_;
  }
  if (s.ok()) db_.reset(raw);
  return s;
}

Status Session::SayOk(Status s) {
  if (s.ok()) out_ << "OK\n";
  return s;
}

Status Session::Close() {
  if (db_ == nullptr) return Status::OK();
  // The handles belong to the database, so they go first.
  for (ColumnFamilyHandle* handle : handles_) (void)db_->DestroyColumnFamilyHandle(handle);
  handles_.clear();
  Status s = db_->Close();
  db_.reset();
  ttl_ = nullptr;
  return s;
}

Status Session::ReadKeys(std::vector<std::string>* keys) const {
  if (words().empty()) return Status::InvalidArgument("at least one <key> must be given");
  keys->resize(words().size());
  Status s;
  for (size_t i = 0; s.ok() && i < words().size(); ++i) s = ReadKey(words()[i], &(*keys)[i]);
  return s;
}

Status Session::ReadKey(const std::string& text, std::string* key) const {
  if (key_hex()) return DecodeHex(text, key);
  *key = text;
  return Status::OK();
}

Status Session::ReadValue(const std::string& text, std::string* value) const {
  if (value_hex()) return DecodeHex(text, value);
  *value = text;
  return Status::OK();
}

std::string Session::ShowKey(const Slice& key) const {
  return key_hex() ? EncodeHex(key) : key.ToString();
}

std::string Session::ShowValue(const Slice& value) const {
  return value_hex() ? EncodeHex(value) : value.ToString();
}

std::string Session::ShowEntry(const Slice& value, const WideColumns& columns) const {
  const bool plain =
      columns.empty() || (columns.size() == 1 && columns.front().name() == kDefaultWideColumnName);
  if (plain) return ShowValue(value);
  std::string text;
  for (const WideColumn& column : columns) {
    text += (text.empty() ? "" : " ") + ShowValue(column.name()) + ":" + ShowValue(column.value());
  }
  return text;
}

}  // namespace ROCKSDB_NAMESPACE::tools
