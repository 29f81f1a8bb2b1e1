// The base of ldb's commands, for programs that add their own. Here ldb is a program of its own
// (tools/ldb) with commands of another kind, so no command can be selected: SelectCommand() and
// InitFromCmdLineArgs() return null unless the caller's selector makes one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rocksdb/convenience.h"
#include "rocksdb/env.h"
#include "rocksdb/iterator.h"
#include "rocksdb/ldb_tool.h"
#include "rocksdb/options.h"
#include "rocksdb/slice.h"
#include "rocksdb/utilities/db_ttl.h"
#include "rocksdb/utilities/ldb_cmd_execute_result.h"

namespace ROCKSDB_NAMESPACE {

// One command. One thread.
class LDBCommand {
 public:
  // ---- Arguments that commands share, without their dashes ----

  // What to open, and how.
  static const std::string ARG_DB;
  static const std::string ARG_PATH;
  static const std::string ARG_SECONDARY_PATH;
  static const std::string ARG_LEADER_PATH;
  static const std::string ARG_ENV_URI;
  static const std::string ARG_FS_URI;
  static const std::string ARG_CF_NAME;
  static const std::string ARG_CREATE_IF_MISSING;
  static const std::string ARG_TRY_LOAD_OPTIONS;
  static const std::string ARG_IGNORE_UNKNOWN_OPTIONS;
  static const std::string ARG_DISABLE_CONSISTENCY_CHECKS;
  // Keys and values.
  static const std::string ARG_HEX;
  static const std::string ARG_KEY_HEX;
  static const std::string ARG_VALUE_HEX;
  static const std::string ARG_FROM;
  static const std::string ARG_TO;
  static const std::string ARG_MAX_KEYS;
  static const std::string ARG_NO_VALUE;
  // Times.
  static const std::string ARG_TTL;
  static const std::string ARG_TTL_START;
  static const std::string ARG_TTL_END;
  static const std::string ARG_TIMESTAMP;
  static const std::string ARG_READ_TIMESTAMP;
  static const std::string ARG_GET_WRITE_UNIX_TIME;
  // Options.
  static const std::string ARG_AUTO_COMPACTION;
  static const std::string ARG_BLOCK_SIZE;
  static const std::string ARG_BLOOM_BITS;
  static const std::string ARG_COMPRESSION_MAX_DICT_BYTES;
  static const std::string ARG_COMPRESSION_TYPE;
  static const std::string ARG_DB_WRITE_BUFFER_SIZE;
  static const std::string ARG_FILE_SIZE;
  static const std::string ARG_FIX_PREFIX_LEN;
  static const std::string ARG_WRITE_BUFFER_SIZE;
  static const std::string ARG_BLOB_COMPACTION_READAHEAD_SIZE;
  static const std::string ARG_BLOB_COMPRESSION_TYPE;
  static const std::string ARG_BLOB_FILE_SIZE;
  static const std::string ARG_BLOB_FILE_STARTING_LEVEL;
  static const std::string ARG_BLOB_GARBAGE_COLLECTION_AGE_CUTOFF;
  static const std::string ARG_BLOB_GARBAGE_COLLECTION_FORCE_THRESHOLD;
  static const std::string ARG_DECODE_BLOB_INDEX;
  static const std::string ARG_DUMP_UNCOMPRESSED_BLOBS;
  static const std::string ARG_ENABLE_BLOB_FILES;
  static const std::string ARG_ENABLE_BLOB_GARBAGE_COLLECTION;
  static const std::string ARG_MIN_BLOB_SIZE;
  static const std::string ARG_PREPOPULATE_BLOB_CACHE;

  // ---- From a command line to a command ----

  struct ParsedParams {
    std::string cmd;
    std::vector<std::string> cmd_params;
    std::map<std::string, std::string> option_map;
    std::vector<std::string> flags;
  };

  static LDBCommand* SelectCommand(const ParsedParams& parsed_params);
  // Sorts one argument into the parsed ones, or among the command's words.
  static void ParseSingleParam(const std::string& param, ParsedParams& parsed_params,
                               std::vector<std::string>& cmd_tokens);
  // The caller owns the command.
  static LDBCommand* InitFromCmdLineArgs(
      const std::vector<std::string>& args, const Options& options, const LDBOptions& ldb_options,
      const std::vector<ColumnFamilyDescriptor>* column_families,
      const std::function<LDBCommand*(const ParsedParams&)>& selector = SelectCommand);
  static LDBCommand* InitFromCmdLineArgs(
      int argc, char const* const* argv, const Options& options, const LDBOptions& ldb_options,
      const std::vector<ColumnFamilyDescriptor>* column_families);

  virtual ~LDBCommand();

  // False, with a message, when an option is given that the command does not know.
  bool ValidateCmdLineOptions();

  // Opens the database unless NoDBOpen(), and calls DoCommand().
  void Run();
  virtual void DoCommand() = 0;
  virtual bool NoDBOpen() { return false; }

  virtual void PrepareOptions();
  virtual void OverrideBaseOptions();
  virtual void OverrideBaseCFOptions(ColumnFamilyOptions* cf_opts);
  virtual void SetDBOptions(Options options) { options_ = options; }
  virtual void SetColumnFamilies(const std::vector<ColumnFamilyDescriptor>* column_families);
  void SetLDBOptions(const LDBOptions& ldb_options) { ldb_options_ = ldb_options; }

  LDBCommandExecuteResult GetExecuteState() { return exec_state_; }
  void ClearPreviousRunState() { exec_state_.Reset(); }

  // "0x4142" and "AB".
  static std::string HexToString(const std::string& str);
  static std::string StringToHex(const std::string& str);

  // Stands between a key and its value.
  static const char* DELIM;

  const std::map<std::string, std::string>& TEST_GetOptionMap() { return option_map_; }
  const std::vector<std::string>& TEST_GetFlags() { return flags_; }

 protected:
  LDBCommand(const std::map<std::string, std::string>& options,
             const std::vector<std::string>& flags, bool is_read_only,
             const std::vector<std::string>& valid_cmd_line_options);

  // ---- Opening ----

  void OpenDB();
  void CloseDB();
  // The handle of column_family_name_; null, with a failure, when it is not open.
  ColumnFamilyHandle* GetCfHandle();

  // ---- Text ----

  static std::string PrintKeyValue(const std::string& key, const std::string& timestamp,
                                   const std::string& value, bool is_key_hex, bool is_value_hex,
                                   const Comparator* ucmp);
  static std::string PrintKeyValue(const std::string& key, const std::string& timestamp,
                                   const std::string& value, bool is_hex, const Comparator* ucmp);
  static std::string PrintKeyValueOrWideColumns(const Slice& key, const Slice& timestamp,
                                                const Slice& value, const WideColumns& wide_columns,
                                                bool is_key_hex, bool is_value_hex,
                                                const Comparator* ucmp);
  static std::string HelpRangeCmdArgs();

  // ---- Arguments ----

  // Splits "key==>value"; false when it is none.
  bool ParseKeyValue(const std::string& line, std::string* key, std::string* value, bool is_key_hex,
                     bool is_value_hex);
  static bool IsFlagPresent(const std::vector<std::string>& flags, const std::string& flag);
  // `options` and those that all commands know.
  static std::vector<std::string> BuildCmdLineOptions(std::vector<std::string> options);
  // Each returns whether the option is there and sound; a failure goes to the state.
  bool ParseIntOption(const std::map<std::string, std::string>& options, const std::string& option,
                      int& value, LDBCommandExecuteResult& exec_state);
  bool ParseDoubleOption(const std::map<std::string, std::string>& options,
                         const std::string& option, double& value,
                         LDBCommandExecuteResult& exec_state);
  bool ParseStringOption(const std::map<std::string, std::string>& options,
                         const std::string& option, std::string* value);
  bool ParseCompressionTypeOption(const std::map<std::string, std::string>& options,
                                  const std::string& option, CompressionType& value,
                                  LDBCommandExecuteResult& exec_state);
  bool ParseBooleanOption(const std::map<std::string, std::string>& options,
                          const std::string& option, bool default_val);
  Status MaybePopulateReadTimestamp(ColumnFamilyHandle* cfh, ReadOptions& ropts,
                                    Slice* read_timestamp);

  // ---- What the command line said ----

  LDBCommandExecuteResult exec_state_;
  std::string db_path_;
  std::string secondary_path_;
  std::string leader_path_;
  std::string env_uri_;
  std::string fs_uri_;
  std::string column_family_name_;
  bool is_read_only_;
  bool is_key_hex_ = false;
  bool is_value_hex_ = false;
  bool is_db_ttl_ = false;
  bool timestamp_ = false;
  bool try_load_options_ = false;
  bool force_consistency_checks_ = true;
  bool enable_blob_files_ = false;
  bool enable_blob_garbage_collection_ = false;
  bool create_if_missing_ = false;
  std::string read_timestamp_;
  const std::map<std::string, std::string> option_map_;
  const std::vector<std::string> flags_;
  const std::vector<std::string> valid_cmd_line_options_;

  // ---- The open database ----

  DB* db_ = nullptr;
  // The same, if it was opened with ttl.
  DBWithTTL* db_ttl_ = nullptr;
  std::map<std::string, ColumnFamilyHandle*> cf_handles_;
  std::map<uint32_t, const Comparator*> ucmps_;
  std::shared_ptr<Env> env_guard_;

  Options options_;
  std::vector<ColumnFamilyDescriptor> column_families_;
  ConfigOptions config_options_;
  LDBOptions ldb_options_;

 private:
  // --env_uri and --fs_uri.
  Status ChooseEnv();
  // Options and column families of the newest OPTIONS file; those that were set stay without one.
  Status LoadOptions();
  // Like ParseIntOption(), for numbers above 0.
  bool ParseSizeOption(const std::string& option, int* value);
  void OverrideTableOptions(ColumnFamilyOptions* cf_opts);
};

// Refused, both: ldb is a program of its own.
class LDBCommandRunner {
 public:
  static void PrintHelp(const LDBOptions& ldb_options, const char* exec_name,
                        bool to_stderr = true);
  // Returns the exit status, 1.
  static int RunCommand(int argc, char const* const* argv, const Options& options,
                        const LDBOptions& ldb_options,
                        const std::vector<ColumnFamilyDescriptor>* column_families);
};

}  // namespace ROCKSDB_NAMESPACE
