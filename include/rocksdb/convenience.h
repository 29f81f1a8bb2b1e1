// Options to and from text, and small helpers on an open database.
// Used by applications, tools and language bindings.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "rocksdb/compression_type.h"
#include "rocksdb/db.h"
#include "rocksdb/status.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

class Env;
class Logger;
class MemTableRepFactory;
class ObjectRegistry;
struct ColumnFamilyOptions;
struct DBOptions;
struct Options;

// How option text is read, written and compared.
// A plain value; one object may serve any number of calls and threads as long as nobody changes it.
struct ConfigOptions {
  // How much options in a file may differ from those compared with it.
  enum SanityLevel : unsigned char {
    kSanityLevelNone = 0x01,               // anything
    kSanityLevelLooselyCompatible = 0x02,  // what does not endanger the data
    kSanityLevelExactMatch = 0xFF,         // nothing
  };
  enum Depth {
    kDepthDefault,   // nested objects as each option prescribes
    kDepthShallow,   // names only
    kDepthDetailed,  // everything
  };

  // Skip options this library does not know instead of failing.
  bool ignore_unknown_options = false;
  // Skip objects that are known but cannot be made here.
  // NotSupported otherwise. The option keeps its value of before.
  bool ignore_unsupported_options = true;
  // Input values use backslash escapes.
  bool input_strings_escaped = true;
  // Let configured objects check themselves after parsing.
  bool invoke_prepare_options = true;
  // Accept and write only what can change on an open database.
  bool mutable_options_only = false;
  // Between options in written text.
  std::string delimiter = ";";
  // Of nested objects, in text that is written.
  Depth depth = kDepthDefault;
  // For comparing with an OPTIONS file (CheckOptionsCompatibility()): the strictest is the default.
  SanityLevel sanity_level = kSanityLevelExactMatch;
  // Bytes. Has no effect: OPTIONS files are read at once.
  size_t file_readahead_size = 512 * 1024;
  // Whose file system OPTIONS files are read from; not owned.
  Env* env = Env::Default();
  std::shared_ptr<ObjectRegistry> registry;

  ConfigOptions();
  explicit ConfigOptions(const DBOptions&);

  bool IsShallow() const { return depth == kDepthShallow; }
  bool IsDetailed() const { return depth == kDepthDetailed; }
  bool IsCheckDisabled() const { return sanity_level == kSanityLevelNone; }
  bool IsCheckEnabled(SanityLevel level) const {
    return level > kSanityLevelNone && level <= sanity_level;
  }
};

// -- Options from text ---------------------------------------------------------------------------
// Text is "name=value;name=value", nested as "name={inner=1;...}". Each call starts from
// base_options and leaves *new_options equal to it on failure; the error names the option.
// InvalidArgument: a name that is not known (unless ignored), a value that does not parse, or with
// mutable_options_only one that is fixed; NotSupported: an object that cannot be made here. Nothing
// is checked against other options: that is done when a database is opened. Forms without
// ConfigOptions use its defaults, but take text as not escaped unless told otherwise. Objects named
// in text are made and shared by the options.

// From names and values already split.
Status GetColumnFamilyOptionsFromMap(const ConfigOptions& config_options,
                                     const ColumnFamilyOptions& base_options,
                                     const std::unordered_map<std::string, std::string>& opts_map,
                                     ColumnFamilyOptions* new_options);
Status GetColumnFamilyOptionsFromMap(const ColumnFamilyOptions& base_options,
                                     const std::unordered_map<std::string, std::string>& opts_map,
                                     ColumnFamilyOptions* new_options,
                                     bool input_strings_escaped = false,
                                     bool ignore_unknown_options = false);
Status GetDBOptionsFromMap(const ConfigOptions& config_options, const DBOptions& base_options,
                           const std::unordered_map<std::string, std::string>& opts_map,
                           DBOptions* new_options);
Status GetDBOptionsFromMap(const DBOptions& base_options,
                           const std::unordered_map<std::string, std::string>& opts_map,
                           DBOptions* new_options, bool input_strings_escaped = false,
                           bool ignore_unknown_options = false);
Status GetBlockBasedTableOptionsFromMap(
    const ConfigOptions& config_options, const BlockBasedTableOptions& table_options,
    const std::unordered_map<std::string, std::string>& opts_map,
    BlockBasedTableOptions* new_table_options);
Status GetBlockBasedTableOptionsFromMap(
    const BlockBasedTableOptions& table_options,
    const std::unordered_map<std::string, std::string>& opts_map,
    BlockBasedTableOptions* new_table_options, bool input_strings_escaped = false,
    bool ignore_unknown_options = false);

// From one string; braces, escapes and "; " are taken apart first.
Status GetColumnFamilyOptionsFromString(const ConfigOptions& config_options,
                                        const ColumnFamilyOptions& base_options,
                                        const std::string& opts_str,
                                        ColumnFamilyOptions* new_options);
Status GetColumnFamilyOptionsFromString(const ColumnFamilyOptions& base_options,
                                        const std::string& opts_str,
                                        ColumnFamilyOptions* new_options);
Status GetDBOptionsFromString(const ConfigOptions& config_options, const DBOptions& base_options,
                              const std::string& opts_str, DBOptions* new_options);
Status GetDBOptionsFromString(const DBOptions& base_options, const std::string& opts_str,
                              DBOptions* new_options);
Status GetBlockBasedTableOptionsFromString(const ConfigOptions& config_options,
                                           const BlockBasedTableOptions& table_options,
                                           const std::string& opts_str,
                                           BlockBasedTableOptions* new_table_options);
Status GetBlockBasedTableOptionsFromString(const BlockBasedTableOptions& table_options,
                                           const std::string& opts_str,
                                           BlockBasedTableOptions* new_table_options);
// Database and column family options mixed. A name that neither has is an error of the second.
Status GetOptionsFromString(const ConfigOptions& config_options, const Options& base_options,
                            const std::string& opts_str, Options* new_options);
Status GetOptionsFromString(const Options& base_options, const std::string& opts_str,
                            Options* new_options);
// "skip_list", "prefix_hash:N", "vector:N" and the like. Any choice is kept by name, and its
// memtables are skip lists all the same.
Status GetMemTableRepFactoryFromString(const std::string& opts_str,
                                       std::unique_ptr<MemTableRepFactory>* result);

// -- Options to text -----------------------------------------------------------------------------

// All options that have a text form, in a fixed order, each followed by the delimiter; *opts_str is
// replaced. Always OK. What can only be set in code (docs/compatibility.md) is left out.
Status GetStringFromDBOptions(const ConfigOptions& config_options, const DBOptions& db_options,
                              std::string* opts_str);
Status GetStringFromDBOptions(std::string* opts_str, const DBOptions& db_options,
                              const std::string& delimiter = ";  ");
Status GetStringFromColumnFamilyOptions(const ConfigOptions& config_options,
                                        const ColumnFamilyOptions& cf_options,
                                        std::string* opts_str);
Status GetStringFromColumnFamilyOptions(std::string* opts_str,
                                        const ColumnFamilyOptions& cf_options,
                                        const std::string& delimiter = ";  ");
// "kSnappyCompression" and so on. InvalidArgument, and an empty string, for a number that is none.
Status GetStringFromCompressionType(std::string* compression_str, CompressionType compression_type);

// Splits option text into names and values; nested values lose their outer braces. InvalidArgument:
// a name without a value, or braces that do not match.
Status StringToMap(const std::string& opts_str,
                   std::unordered_map<std::string, std::string>* opts_map);

// Algorithms linked into this library, kNoCompression included.
// Opening a database with another one fails.
std::vector<CompressionType> GetSupportedCompressions();

// -- On an open database -------------------------------------------------------------------------

// Asks flushes and compactions to stop; with wait, returns when they have. For good: later writes
// and flushes get ShutdownInProgress, only reads and Close() are left. Call it before closing to
// spare the wait for long compactions. Does nothing on a DB that is not of this library.
void CancelAllBackgroundWork(DB* db, bool wait = false);

// Drops files lying wholly inside a range, by a change of the MANIFEST, without compaction. Keys in
// other files stay visible, and an older value may show again where a dropped file hid it;
// snapshots do not hold files back. Level 0 and inputs of running compactions are left alone. Null
// ends are open; with include_end a file may end at the end itself. NotSupported: opened for
// reading, or not a DB of this library.
Status DeleteFilesInRange(DB* db, ColumnFamilyHandle* column_family, const Slice* begin,
                          const Slice* end, bool include_end = true);
Status DeleteFilesInRanges(DB* db, ColumnFamilyHandle* column_family, const RangePtr* ranges,
                           size_t n, bool include_end = true);

// Reads a whole table file, of a database or not, and checks its block checksums: Corruption names
// file and block. `options` give Env, comparator and table factory; their comparator must be the
// one of the file. No lock is taken, and the file is not changed.
Status VerifySstFileChecksum(const Options& options, const EnvOptions& env_options,
                             const std::string& file_path);
Status VerifySstFileChecksum(const Options& options, const EnvOptions& env_options,
                             const ReadOptions& read_options, const std::string& file_path,
                             const SequenceNumber& largest_seqno = 0);

}  // namespace ROCKSDB_NAMESPACE
