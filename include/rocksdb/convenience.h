// Options to and from text, and small helpers on an open database. Applications, tools and
// language bindings use them.
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

// How option text is read, written and compared. A plain value; one object may serve any number of
// calls and threads while nobody changes it.
struct ConfigOptions {
  // How much options in a file may differ from the options compared with it.
  enum SanityLevel : unsigned char {
    kSanityLevelNone = 0x01,  // anything
    // Any difference is accepted.
    kSanityLevelLooselyCompatible = 0x02,
    // Accepts differences that do not endanger the data.
    kSanityLevelExactMatch = 0xFF,
  };
  enum Depth {
    // Nested objects as each option prescribes.
    kDepthDefault,
    // Names only.
    kDepthShallow,
    // All nested options.
    kDepthDetailed,
  };

  // Skips options that this library does not know instead of failing.
  bool ignore_unknown_options = false;
  // Skips known objects that cannot be made here, so the option keeps its previous value;
  // otherwise the call fails with NotSupported.
  bool ignore_unsupported_options = true;
  // Input values use backslash escapes.
  bool input_strings_escaped = true;
  // Lets configured objects check themselves after parsing.
  bool invoke_prepare_options = true;
  // Accepts and writes only options that can change on an open database.
  bool mutable_options_only = false;
  // Separates options in written text.
  std::string delimiter = ";";
  // How much of nested objects written text shows.
  Depth depth = kDepthDefault;
  // For comparisons with an OPTIONS file (CheckOptionsCompatibility()).
  SanityLevel sanity_level = kSanityLevelExactMatch;
  // Bytes. Has no effect: OPTIONS files are read at once.
  size_t file_readahead_size = 512 * 1024;
  // OPTIONS files are read from its file system; not owned.
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
// InvalidArgument: an unknown name (unless ignored), a value that does not parse, or, with
// mutable_options_only, an option that is fixed; NotSupported: an object that cannot be made here.
// Opening a database checks options against each other; these calls do not. Forms without
// ConfigOptions use its defaults, but take text as not escaped unless the caller says otherwise.
// The calls make the objects that text names; the options share their ownership.

// Takes names and values that are already split.
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

// Takes one string, and first splits it at braces, escapes and "; ".
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
// Takes options of the database and of a column family mixed. A name that neither knows is an
// error of the second.
Status GetOptionsFromString(const ConfigOptions& config_options, const Options& base_options,
                            const std::string& opts_str, Options* new_options);
Status GetOptionsFromString(const Options& base_options, const std::string& opts_str,
                            Options* new_options);
// Accepts "skip_list", "prefix_hash:N", "vector:N" and the like. The factory keeps the name, but
// its memtables are always skip lists.
Status GetMemTableRepFactoryFromString(const std::string& opts_str,
                                       std::unique_ptr<MemTableRepFactory>* result);

// Options of plain tables, which have no effect.
Status GetPlainTableOptionsFromMap(const ConfigOptions& config_options,
                                   const PlainTableOptions& table_options,
                                   const std::unordered_map<std::string, std::string>& opts_map,
                                   PlainTableOptions* new_table_options);
Status GetPlainTableOptionsFromString(const ConfigOptions& config_options,
                                      const PlainTableOptions& table_options,
                                      const std::string& opts_str,
                                      PlainTableOptions* new_table_options);

// -- Options to text -----------------------------------------------------------------------------

// Writes all options that have a text form, in a fixed order, each followed by the delimiter, and
// replaces *opts_str. Always OK. Leaves out options that only code can set
// (docs/compatibility.md).
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
// Writes "kSnappyCompression" and so on. An unknown number gives InvalidArgument and an empty
// string.
Status GetStringFromCompressionType(std::string* compression_str, CompressionType compression_type);

// Splits option text into names and values; nested values lose their outer braces. InvalidArgument
// for a name without a value, or braces that do not match.
Status StringToMap(const std::string& opts_str,
                   std::unordered_map<std::string, std::string>* opts_map);

// Algorithms linked into this library, kNoCompression included. Opening a database with another
// one fails. The list lives as long as the process.
const std::vector<CompressionType>& GetSupportedCompressions();

// -- On an open database -------------------------------------------------------------------------

// Flushes what no log has (unless avoid_flush_during_shutdown says otherwise), then asks flushes
// and compactions to stop; with wait, returns when they have. The effect is permanent: later
// flushes and compactions get ShutdownInProgress. Writes go on to the log and the memtable until
// they would have to wait for a flush or a compaction; one that no log has does not survive
// Close(). An application calls it before closing so that it does not wait for long compactions.
// Does nothing on a DB of another library.
void CancelAllBackgroundWork(DB* db, bool wait = false);

// Drops files that lie wholly inside a range, by a change of the MANIFEST, without compaction.
// Keys in other files stay visible, and an older value may reappear if a dropped file hid it;
// snapshots do not keep the files. Level 0 and inputs of running compactions are left alone. A
// null end is unbounded; with include_end a file may end at the end itself. NotSupported when the
// database is open for reading only, or is a DB of another library.
Status DeleteFilesInRange(DB* db, ColumnFamilyHandle* column_family, const Slice* begin,
                          const Slice* end, bool include_end = true);
Status DeleteFilesInRanges(DB* db, ColumnFamilyHandle* column_family, const RangePtr* ranges,
                           size_t n, bool include_end = true);
Status DeleteFilesInRanges(DB* db, ColumnFamilyHandle* column_family, const RangeOpt* ranges,
                           size_t n, bool include_end = true);

// Reads a whole table file, of a database or not, and checks its block checksums: Corruption names
// file and block. `options` provide Env, comparator and table factory; the comparator must be the
// file's. Takes no lock and does not change the file.
Status VerifySstFileChecksum(const Options& options, const EnvOptions& env_options,
                             const std::string& file_path);
Status VerifySstFileChecksum(const Options& options, const EnvOptions& env_options,
                             const ReadOptions& read_options, const std::string& file_path,
                             const SequenceNumber& largest_seqno = 0);

}  // namespace ROCKSDB_NAMESPACE
