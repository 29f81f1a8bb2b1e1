// LDBCommand: arguments, opening and text for commands of programs that derive from it.
#include <cstdio>
#include <set>

#include "rocksdb/db.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/table.h"
#include "rocksdb/utilities/ldb_cmd.h"
#include "rocksdb/utilities/options_util.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

// The names are those of ldb's command line.
#define DEFINE_ARG(constant, text) const std::string LDBCommand::ARG_##constant = text
DEFINE_ARG(DB, "db");
DEFINE_ARG(PATH, "path");
DEFINE_ARG(SECONDARY_PATH, "secondary_path");
DEFINE_ARG(LEADER_PATH, "leader_path");
DEFINE_ARG(ENV_URI, "env_uri");
DEFINE_ARG(FS_URI, "fs_uri");
DEFINE_ARG(CF_NAME, "column_family");
DEFINE_ARG(CREATE_IF_MISSING, "create_if_missing");
DEFINE_ARG(TRY_LOAD_OPTIONS, "try_load_options");
DEFINE_ARG(IGNORE_UNKNOWN_OPTIONS, "ignore_unknown_options");
DEFINE_ARG(DISABLE_CONSISTENCY_CHECKS, "disable_consistency_checks");
DEFINE_ARG(HEX, "hex");
DEFINE_ARG(KEY_HEX, "key_hex");
DEFINE_ARG(VALUE_HEX, "value_hex");
DEFINE_ARG(FROM, "from");
DEFINE_ARG(TO, "to");
DEFINE_ARG(MAX_KEYS, "max_keys");
DEFINE_ARG(NO_VALUE, "no_value");
DEFINE_ARG(TTL, "ttl");
DEFINE_ARG(TTL_START, "start_time");
DEFINE_ARG(TTL_END, "end_time");
DEFINE_ARG(TIMESTAMP, "timestamp");
DEFINE_ARG(READ_TIMESTAMP, "read_timestamp");
DEFINE_ARG(GET_WRITE_UNIX_TIME, "get_write_unix_time");
DEFINE_ARG(AUTO_COMPACTION, "auto_compaction");
DEFINE_ARG(BLOCK_SIZE, "block_size");
DEFINE_ARG(BLOOM_BITS, "bloom_bits");
DEFINE_ARG(COMPRESSION_MAX_DICT_BYTES, "compression_max_dict_bytes");
DEFINE_ARG(COMPRESSION_TYPE, "compression_type");
DEFINE_ARG(DB_WRITE_BUFFER_SIZE, "db_write_buffer_size");
DEFINE_ARG(FILE_SIZE, "file_size");
DEFINE_ARG(FIX_PREFIX_LEN, "fix_prefix_len");
DEFINE_ARG(WRITE_BUFFER_SIZE, "write_buffer_size");
DEFINE_ARG(BLOB_COMPACTION_READAHEAD_SIZE, "blob_compaction_readahead_size");
DEFINE_ARG(BLOB_COMPRESSION_TYPE, "blob_compression_type");
DEFINE_ARG(BLOB_FILE_SIZE, "blob_file_size");
DEFINE_ARG(BLOB_FILE_STARTING_LEVEL, "blob_file_starting_level");
DEFINE_ARG(BLOB_GARBAGE_COLLECTION_AGE_CUTOFF, "blob_garbage_collection_age_cutoff");
DEFINE_ARG(BLOB_GARBAGE_COLLECTION_FORCE_THRESHOLD, "blob_garbage_collection_force_threshold");
DEFINE_ARG(DECODE_BLOB_INDEX, "decode_blob_index");
DEFINE_ARG(DUMP_UNCOMPRESSED_BLOBS, "dump_uncompressed_blobs");
DEFINE_ARG(ENABLE_BLOB_FILES, "enable_blob_files");
DEFINE_ARG(ENABLE_BLOB_GARBAGE_COLLECTION, "enable_blob_garbage_collection");
DEFINE_ARG(MIN_BLOB_SIZE, "min_blob_size");
DEFINE_ARG(PREPOPULATE_BLOB_CACHE, "prepopulate_blob_cache");
#undef DEFINE_ARG

const char* LDBCommand::DELIM = " ==> ";

namespace {

std::string InHex(const std::string& bytes) { return "0x" + EscapeKey(bytes); }

const std::string* Found(const std::map<std::string, std::string>& options,
                         const std::string& option) {
  const auto it = options.find(option);
  return it == options.end() ? nullptr : &it->second;
}

}  // namespace

// ---- From a command line to a command ----

LDBCommand* LDBCommand::SelectCommand(const ParsedParams& /*parsed_params*/) { return nullptr; }

void LDBCommand::ParseSingleParam(const std::string& param, ParsedParams& parsed_params,
                                  std::vector<std::string>& cmd_tokens) {
  if (!StartsWith(param, "--")) {
    cmd_tokens.push_back(param);
    return;
  }
  const size_t equals = param.find('=');
  if (equals == std::string::npos) {
    parsed_params.flags.push_back(param.substr(2));
  } else {
    parsed_params.option_map[param.substr(2, equals - 2)] = param.substr(equals + 1);
  }
}

LDBCommand* LDBCommand::InitFromCmdLineArgs(
    const std::vector<std::string>& args, const Options& options, const LDBOptions& ldb_options,
    const std::vector<ColumnFamilyDescriptor>* column_families,
    const std::function<LDBCommand*(const ParsedParams&)>& selector) {
  ParsedParams parsed;
  std::vector<std::string> words;
  for (const std::string& arg : args) ParseSingleParam(arg, parsed, words);
  if (words.empty()) {
    std::fprintf(stderr, "Command not specified!\n");
    return nullptr;
  }
  parsed.cmd = words[0];
  parsed.cmd_params.assign(words.begin() + 1, words.end());
  LDBCommand* command = selector(parsed);
  if (command == nullptr) return nullptr;
  command->SetDBOptions(options);
  command->SetLDBOptions(ldb_options);
  if (column_families != nullptr) command->SetColumnFamilies(column_families);
  return command;
}

LDBCommand* LDBCommand::InitFromCmdLineArgs(
    int argc, char const* const* argv, const Options& options, const LDBOptions& ldb_options,
    const std::vector<ColumnFamilyDescriptor>* column_families) {
  std::vector<std::string> args;
  for (int i = 1; i < argc; ++i) args.emplace_back(argv[i]);
  return InitFromCmdLineArgs(args, options, ldb_options, column_families, SelectCommand);
}

LDBCommand::LDBCommand(const std::map<std::string, std::string>& options,
                       const std::vector<std::string>& flags, bool is_read_only,
                       const std::vector<std::string>& valid_cmd_line_options)
    : is_read_only_(is_read_only),
      option_map_(options),
      flags_(flags),
      valid_cmd_line_options_(valid_cmd_line_options) {
  ParseStringOption(options, ARG_DB, &db_path_);
  ParseStringOption(options, ARG_SECONDARY_PATH, &secondary_path_);
  ParseStringOption(options, ARG_LEADER_PATH, &leader_path_);
  ParseStringOption(options, ARG_ENV_URI, &env_uri_);
  ParseStringOption(options, ARG_FS_URI, &fs_uri_);
  column_family_name_ = kDefaultColumnFamilyName;
  ParseStringOption(options, ARG_CF_NAME, &column_family_name_);
  const bool hex = IsFlagPresent(flags, ARG_HEX);
  is_key_hex_ = hex || IsFlagPresent(flags, ARG_KEY_HEX);
  is_value_hex_ = hex || IsFlagPresent(flags, ARG_VALUE_HEX);
  is_db_ttl_ = IsFlagPresent(flags, ARG_TTL);
  timestamp_ = IsFlagPresent(flags, ARG_TIMESTAMP);
  try_load_options_ = IsFlagPresent(flags, ARG_TRY_LOAD_OPTIONS);
  force_consistency_checks_ = !IsFlagPresent(flags, ARG_DISABLE_CONSISTENCY_CHECKS);
  enable_blob_files_ = IsFlagPresent(flags, ARG_ENABLE_BLOB_FILES);
  enable_blob_garbage_collection_ = IsFlagPresent(flags, ARG_ENABLE_BLOB_GARBAGE_COLLECTION);
  create_if_missing_ = IsFlagPresent(flags, ARG_CREATE_IF_MISSING);
  ParseStringOption(options, ARG_READ_TIMESTAMP, &read_timestamp_);
  config_options_.ignore_unknown_options = IsFlagPresent(flags, ARG_IGNORE_UNKNOWN_OPTIONS);
}

LDBCommand::~LDBCommand() { CloseDB(); }

bool LDBCommand::ValidateCmdLineOptions() {
  const std::set<std::string> known(valid_cmd_line_options_.begin(), valid_cmd_line_options_.end());
  for (const auto& [option, value] : option_map_) {
    if (known.count(option) == 0) {
      std::fprintf(stderr, "Invalid command-line option %s\n", option.c_str());
      return false;
    }
  }
  for (const std::string& flag : flags_) {
    if (known.count(flag) == 0) {
      std::fprintf(stderr, "Invalid command-line flag %s\n", flag.c_str());
      return false;
    }
  }
  if (!NoDBOpen() && Found(option_map_, ARG_DB) == nullptr &&
      Found(option_map_, ARG_PATH) == nullptr) {
    std::fprintf(stderr, "Either %s or %s must be specified.\n", ARG_DB.c_str(), ARG_PATH.c_str());
    return false;
  }
  return true;
}

// ---- Running ----

void LDBCommand::Run() {
  if (!exec_state_.IsNotStarted()) return;
  PrepareOptions();
  if (exec_state_.IsFailed()) return;
  if (db_ == nullptr && !NoDBOpen()) OpenDB();
  if (exec_state_.IsFailed()) return;
  DoCommand();
  if (exec_state_.IsNotStarted()) exec_state_ = LDBCommandExecuteResult::Succeed("");
  CloseDB();
}

void LDBCommand::PrepareOptions() {
  Status chosen = ChooseEnv();
  // A database that is made here has no OPTIONS file yet.
  if (chosen.ok() && try_load_options_ && !create_if_missing_) chosen = LoadOptions();
  if (!chosen.ok()) {
    exec_state_ = LDBCommandExecuteResult::Failed(chosen.ToString());
    return;
  }
  if (create_if_missing_) options_.create_if_missing = true;
  OverrideBaseOptions();
  if (column_families_.empty() && !NoDBOpen()) {
    std::vector<std::string> names;
    Status s = DB::ListColumnFamilies(options_, db_path_, &names);
    // A database that does not exist yet has the default family.
    if (!s.ok()) names = {kDefaultColumnFamilyName};
    for (const std::string& name : names) column_families_.emplace_back(name, options_);
  }
  for (ColumnFamilyDescriptor& family : column_families_) OverrideBaseCFOptions(&family.options);
}

Status LDBCommand::ChooseEnv() {
  if (env_uri_.empty() && fs_uri_.empty()) return Status::OK();
  Env* env = options_.env;
  Status s = Env::CreateFromUri(config_options_, env_uri_, fs_uri_, &env, &env_guard_);
  if (s.ok()) options_.env = env;
  return s;
}

Status LDBCommand::LoadOptions() {
  config_options_.env = options_.env;
  DBOptions loaded;
  std::vector<ColumnFamilyDescriptor> families;
  Status s = LoadLatestOptions(config_options_, db_path_, &loaded, &families);
  if (!s.ok()) return s.IsNotFound() || s.IsPathNotFound() ? Status::OK() : s;
  loaded.env = options_.env;
  // A copy has its logs beside its tables, whatever the OPTIONS file says of the original.
  if (!loaded.wal_dir.empty() && loaded.env->FileExists(loaded.wal_dir).IsNotFound()) {
    std::fprintf(stderr, "the OPTIONS file's wal_dir is not there: %s\n", loaded.wal_dir.c_str());
    loaded.wal_dir.clear();
  }
  options_ = Options(loaded, families.empty() ? ColumnFamilyOptions() : families[0].options);
  column_families_ = std::move(families);
  return s;
}

void LDBCommand::OverrideBaseOptions() {
  options_.create_if_missing = options_.create_if_missing || create_if_missing_;
  int bytes = 0;
  if (ParseSizeOption(ARG_DB_WRITE_BUFFER_SIZE, &bytes)) {
    options_.db_write_buffer_size = static_cast<size_t>(bytes);
  }
}

void LDBCommand::OverrideBaseCFOptions(ColumnFamilyOptions* cf_opts) {
  cf_opts->force_consistency_checks = force_consistency_checks_;
  ParseCompressionTypeOption(option_map_, ARG_COMPRESSION_TYPE, cf_opts->compression, exec_state_);
  int bytes = 0;
  if (ParseSizeOption(ARG_WRITE_BUFFER_SIZE, &bytes)) {
    cf_opts->write_buffer_size = static_cast<size_t>(bytes);
  }
  if (ParseSizeOption(ARG_FILE_SIZE, &bytes)) {
    cf_opts->target_file_size_base = static_cast<uint64_t>(bytes);
  }
  if (ParseSizeOption(ARG_COMPRESSION_MAX_DICT_BYTES, &bytes)) {
    cf_opts->compression_opts.max_dict_bytes = static_cast<uint32_t>(bytes);
  }
  if (ParseSizeOption(ARG_FIX_PREFIX_LEN, &bytes)) {
    cf_opts->prefix_extractor.reset(NewFixedPrefixTransform(static_cast<size_t>(bytes)));
  }
  OverrideTableOptions(cf_opts);
  cf_opts->disable_auto_compactions =
      !ParseBooleanOption(option_map_, ARG_AUTO_COMPACTION, !cf_opts->disable_auto_compactions);
}

void LDBCommand::OverrideTableOptions(ColumnFamilyOptions* cf_opts) {
  int bits = 0, block = 0;
  const bool filtered = ParseSizeOption(ARG_BLOOM_BITS, &bits);
  const bool sized = ParseSizeOption(ARG_BLOCK_SIZE, &block);
  if (!filtered && !sized) return;
  const auto* current = cf_opts->table_factory->GetOptions<BlockBasedTableOptions>();
  BlockBasedTableOptions table = current != nullptr ? *current : BlockBasedTableOptions();
  if (filtered) table.filter_policy.reset(NewBloomFilterPolicy(bits));
  if (sized) table.block_size = static_cast<size_t>(block);
  cf_opts->table_factory.reset(NewBlockBasedTableFactory(table));
}

void LDBCommand::SetColumnFamilies(const std::vector<ColumnFamilyDescriptor>* column_families) {
  column_families_.clear();
  if (column_families != nullptr) column_families_ = *column_families;
}

void LDBCommand::OpenDB() {
  std::vector<ColumnFamilyHandle*> handles;
  Status s;
  if (is_db_ttl_) {
    const std::vector<int32_t> ttls(column_families_.size(), 0);
    s = DBWithTTL::Open(options_, db_path_, column_families_, &handles, &db_ttl_, ttls,
                        is_read_only_);
    db_ = db_ttl_;
  } else if (!secondary_path_.empty()) {
    s = DB::OpenAsSecondary(options_, db_path_, secondary_path_, column_families_, &handles, &db_);
  } else if (is_read_only_) {
    s = DB::OpenForReadOnly(options_, db_path_, column_families_, &handles, &db_);
  } else {
    s = DB::Open(options_, db_path_, column_families_, &handles, &db_);
  }
  if (!s.ok()) {
    exec_state_ = LDBCommandExecuteResult::Failed(s.ToString());
    return;
  }
  for (ColumnFamilyHandle* handle : handles) {
    cf_handles_[handle->GetName()] = handle;
    ucmps_[handle->GetID()] = handle->GetComparator();
  }
}

void LDBCommand::CloseDB() {
  if (db_ == nullptr) return;
  for (const auto& [name, handle] : cf_handles_) delete handle;
  cf_handles_.clear();
  Status s = db_->Close();
  if (!s.ok() && !exec_state_.IsFailed()) {
    exec_state_ = LDBCommandExecuteResult::Failed(s.ToString());
  }
  delete db_;
  db_ = nullptr;
  db_ttl_ = nullptr;
}

ColumnFamilyHandle* LDBCommand::GetCfHandle() {
  const auto found = cf_handles_.find(column_family_name_);
  if (found != cf_handles_.end()) return found->second;
  exec_state_ = LDBCommandExecuteResult::Failed("Cannot find column family " + column_family_name_);
  return nullptr;
}

// ---- Text ----

std::string LDBCommand::HexToString(const std::string& str) {
  std::string bytes;
  if (!StartsWith(str, "0x") || !UnescapeKey(str.substr(2), &bytes)) return "";
  return bytes;
}

std::string LDBCommand::StringToHex(const std::string& str) { return InHex(str); }

std::string LDBCommand::PrintKeyValue(const std::string& key, const std::string& timestamp,
                                      const std::string& value, bool is_key_hex, bool is_value_hex,
                                      const Comparator* ucmp) {
  std::string text = is_key_hex ? InHex(key) : key;
  if (ucmp != nullptr && ucmp->timestamp_size() > 0) {
    text += " timestamp:" + ucmp->TimestampToString(timestamp);
  }
  return text + DELIM + (is_value_hex ? InHex(value) : value);
}

std::string LDBCommand::PrintKeyValue(const std::string& key, const std::string& timestamp,
                                      const std::string& value, bool is_hex,
                                      const Comparator* ucmp) {
  return PrintKeyValue(key, timestamp, value, is_hex, is_hex, ucmp);
}

std::string LDBCommand::PrintKeyValueOrWideColumns(const Slice& key, const Slice& timestamp,
                                                   const Slice& value,
                                                   const WideColumns& wide_columns, bool is_key_hex,
                                                   bool is_value_hex, const Comparator* ucmp) {
  const bool plain = wide_columns.empty() ||
                     (wide_columns.size() == 1 && wide_columns[0].name() == kDefaultWideColumnName);
  if (plain) {
    return PrintKeyValue(key.ToString(), timestamp.ToString(), value.ToString(), is_key_hex,
                         is_value_hex, ucmp);
  }
  std::string columns;
  for (const WideColumn& column : wide_columns) {
    columns += (columns.empty() ? "" : " ") + column.name().ToString(is_value_hex) + ":" +
               column.value().ToString(is_value_hex);
  }
  return PrintKeyValue(key.ToString(), timestamp.ToString(), columns, is_key_hex, false, ucmp);
}

std::string LDBCommand::HelpRangeCmdArgs() { return " [--" + ARG_FROM + "] [--" + ARG_TO + "] "; }

// ---- Arguments ----

bool LDBCommand::ParseKeyValue(const std::string& line, std::string* key, std::string* value,
                               bool is_key_hex, bool is_value_hex) {
  const size_t at = line.find(DELIM);
  if (at == std::string::npos) return false;
  *key = line.substr(0, at);
  *value = line.substr(at + std::string(DELIM).size());
  if (is_key_hex) *key = HexToString(*key);
  if (is_value_hex) *value = HexToString(*value);
  return true;
}

bool LDBCommand::IsFlagPresent(const std::vector<std::string>& flags, const std::string& flag) {
  for (const std::string& present : flags) {
    if (present == flag) return true;
  }
  return false;
}

std::vector<std::string> LDBCommand::BuildCmdLineOptions(std::vector<std::string> options) {
  std::vector<std::string> all = {ARG_ENV_URI,
                                  ARG_FS_URI,
                                  ARG_DB,
                                  ARG_SECONDARY_PATH,
                                  ARG_BLOOM_BITS,
                                  ARG_BLOCK_SIZE,
                                  ARG_AUTO_COMPACTION,
                                  ARG_COMPRESSION_MAX_DICT_BYTES,
                                  ARG_COMPRESSION_TYPE,
                                  ARG_DB_WRITE_BUFFER_SIZE,
                                  ARG_WRITE_BUFFER_SIZE,
                                  ARG_FILE_SIZE,
                                  ARG_FIX_PREFIX_LEN,
                                  ARG_TRY_LOAD_OPTIONS,
                                  ARG_DISABLE_CONSISTENCY_CHECKS,
                                  ARG_IGNORE_UNKNOWN_OPTIONS,
                                  ARG_CF_NAME,
                                  ARG_LEADER_PATH};
  all.insert(all.end(), options.begin(), options.end());
  return all;
}

bool LDBCommand::ParseIntOption(const std::map<std::string, std::string>& options,
                                const std::string& option, int& value,
                                LDBCommandExecuteResult& exec_state) {
  const std::string* text = Found(options, option);
  if (text == nullptr) return false;
  if (ParseInt(*text, &value).ok()) return true;
  exec_state = LDBCommandExecuteResult::Failed(option + " has an invalid value.");
  return false;
}

bool LDBCommand::ParseSizeOption(const std::string& option, int* value) {
  if (!ParseIntOption(option_map_, option, *value, exec_state_)) return false;
  if (*value > 0) return true;
  exec_state_ = LDBCommandExecuteResult::Failed(option + " must be > 0.");
  return false;
}

bool LDBCommand::ParseDoubleOption(const std::map<std::string, std::string>& options,
                                   const std::string& option, double& value,
                                   LDBCommandExecuteResult& exec_state) {
  const std::string* text = Found(options, option);
  if (text == nullptr) return false;
  if (ParseDouble(*text, &value).ok()) return true;
  exec_state = LDBCommandExecuteResult::Failed(option + " has an invalid value.");
  return false;
}

bool LDBCommand::ParseStringOption(const std::map<std::string, std::string>& options,
                                   const std::string& option, std::string* value) {
  const std::string* text = Found(options, option);
  if (text == nullptr) return false;
  *value = *text;
  return true;
}

bool LDBCommand::ParseCompressionTypeOption(const std::map<std::string, std::string>& options,
                                            const std::string& option, CompressionType& value,
                                            LDBCommandExecuteResult& exec_state) {
  static const std::map<std::string, CompressionType> kTypes = {
      {"no", kNoCompression},         {"snappy", kSnappyCompression},
      {"zlib", kZlibCompression},     {"bzip2", kBZip2Compression},
      {"lz4", kLZ4Compression},       {"lz4hc", kLZ4HCCompression},
      {"xpress", kXpressCompression}, {"zstd", kZSTD}};
  const std::string* text = Found(options, option);
  if (text == nullptr) return false;
  const auto type = kTypes.find(*text);
  if (type == kTypes.end()) {
    exec_state = LDBCommandExecuteResult::Failed(option + " has an invalid value: " + *text);
    return false;
  }
  value = type->second;
  return true;
}

bool LDBCommand::ParseBooleanOption(const std::map<std::string, std::string>& options,
                                    const std::string& option, bool default_val) {
  const std::string* text = Found(options, option);
  bool value = default_val;
  if (text != nullptr && !ParseBool(ToLower(*text), &value).ok()) {
    exec_state_ = LDBCommandExecuteResult::Failed(option + " must be true or false");
  }
  return value;
}

Status LDBCommand::MaybePopulateReadTimestamp(ColumnFamilyHandle* /*cfh*/, ReadOptions& /*ropts*/,
                                              Slice* /*read_timestamp*/) {
  return read_timestamp_.empty() ? Status::OK()
                                 : Status::NotSupported("user-defined timestamps: read_timestamp");
}

// ---- The program ----

void LDBCommandRunner::PrintHelp(const LDBOptions& ldb_options, const char* /*exec_name*/,
                                 bool to_stderr) {
  std::fprintf(to_stderr ? stderr : stdout, "%s\nldb is a program of its own: ldb --help\n",
               ldb_options.print_help_header.c_str());
}

int LDBCommandRunner::RunCommand(int /*argc*/, char const* const* /*argv*/,
                                 const Options& /*options*/, const LDBOptions& ldb_options,
                                 const std::vector<ColumnFamilyDescriptor>* /*families*/) {
  PrintHelp(ldb_options, "ldb", true);
  return 1;
}

}  // namespace ROCKSDB_NAMESPACE
