// Facts stored in every table file, and collectors through which applications add their own. Table
// builders fill them, DB::GetPropertiesOf*Tables() and listeners show them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "rocksdb/customizable.h"
#include "rocksdb/status.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

// Name to bytes. Names beginning "rocksdb." are the engine's.
// Values may be any bytes. A name that two collectors store is kept once.
using UserCollectedProperties = std::map<std::string, std::string>;

// Names under which TableProperties are stored in a file's properties block.
struct TablePropertiesNames {
  // Origin.
  static const std::string kDbId;
  static const std::string kDbSessionId;
  static const std::string kDbHostId;
  static const std::string kOriginalFileNumber;
  static const std::string kColumnFamilyName;
  static const std::string kColumnFamilyId;
  static const std::string kCreationTime;
  static const std::string kOldestKeyTime;
  static const std::string kNewestKeyTime;
  static const std::string kFileCreationTime;
  // Sizes.
  static const std::string kDataSize;
  static const std::string kIndexSize;
  static const std::string kIndexPartitions;
  static const std::string kTopLevelIndexSize;
  static const std::string kFilterSize;
  static const std::string kRawKeySize;
  static const std::string kRawValueSize;
  static const std::string kTailStartOffset;
  static const std::string kSlowCompressionEstimatedDataSize;
  static const std::string kFastCompressionEstimatedDataSize;
  // Counts.
  static const std::string kNumDataBlocks;
  static const std::string kNumEntries;
  static const std::string kNumFilterEntries;
  static const std::string kDeletedKeys;
  static const std::string kMergeOperands;
  static const std::string kNumRangeDeletions;
  // Format.
  static const std::string kFormatVersion;
  static const std::string kFixedKeyLen;
  static const std::string kIndexKeyIsUserKey;
  static const std::string kIndexValueIsDeltaEncoded;
  static const std::string kCompression;
  static const std::string kCompressionOptions;
  static const std::string kSequenceNumberTimeMapping;
  static const std::string kUserDefinedTimestampsPersisted;
  static const std::string kKeyLargestSeqno;
  static const std::string kKeySmallestSeqno;
  // Classes used.
  static const std::string kFilterPolicy;
  static const std::string kComparator;
  static const std::string kMergeOperator;
  static const std::string kPrefixExtractorName;
  static const std::string kPropertyCollectors;
};

// Watches the entries of one file as it is built. One thread; never shared between files.
// An error it returns is written to the LOG, or leaves its own properties out; it never spoils the
// file.
class TablePropertiesCollector {
 public:
  virtual ~TablePropertiesCollector() = default;

  // The old form, reached only from AddUserKey()'s default.
  virtual Status Add(const Slice& /*key*/, const Slice& /*value*/) {
    return Status::InvalidArgument("TablePropertiesCollector::Add() is obsolete: use AddUserKey()");
  }

  // Once per entry, in file order; `file_size` is what has been written so far.
  // In bytes. The slices are good during the call.
  virtual Status AddUserKey(const Slice& key, const Slice& value, EntryType /*type*/,
                            SequenceNumber /*seq*/, uint64_t /*file_size*/) {
    return Add(key, value);
  }

  // Once per finished data block. Here both compressed sizes are the bytes that were really stored
  // for it.
  virtual void BlockAdd(uint64_t /*block_uncomp_bytes*/, uint64_t /*block_compressed_bytes_fast*/,
                        uint64_t /*block_compressed_bytes_slow*/) {}

  // After the last entry: what to store.
  // Called once.
  virtual Status Finish(UserCollectedProperties* properties) = 0;

  // After Finish(): the same for people.
  // Not stored: only listeners of the new file see them.
  virtual UserCollectedProperties GetReadableProperties() const = 0;

  virtual const char* Name() const = 0;

  // After Finish(): true asks for the file to be compacted soon.
  virtual bool NeedCompact() const { return false; }
};

// Makes a collector for each new file. Called by several threads at once.
// Set in ColumnFamilyOptions::table_properties_collector_factories, which share ownership. Flushes,
// compactions and recovery ask it.
class TablePropertiesCollectorFactory : public Customizable {
 public:
  // What the new file is for. A level of -1: not known yet.
  struct Context {
    static const uint32_t kUnknownColumnFamily;
    static const int kUnknownLevelAtCreation = -1;
    static const int kUnknownNumLevels = -1;

    uint32_t column_family_id;
    int level_at_creation = kUnknownLevelAtCreation;
    int num_levels = kUnknownNumLevels;
    // Entries up to this number belong on the last level of tiered storage.
    SequenceNumber last_level_inclusive_max_seqno_threshold = (uint64_t{1} << 56) - 1;
  };

  ~TablePropertiesCollectorFactory() override = default;
  static const char* Type() { return "TablePropertiesCollectorFactory"; }
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 std::shared_ptr<TablePropertiesCollectorFactory>* result);

  // Null: this file is not watched. The caller owns the result.
  virtual TablePropertiesCollector* CreateTablePropertiesCollector(Context context) = 0;

  const char* Name() const override = 0;

  // Name with settings, for the LOG.
  virtual std::string ToString() const { return Name(); }
};

// One table file as its properties block describes it; of a file of stock, what stock wrote. A
// plain value. Numbers are 0 where an older file does not say.
struct TableProperties {
  // Origin. Times are seconds since 1970, 0 when unknown.
  uint64_t orig_file_number = 0;
  uint64_t column_family_id = TablePropertiesCollectorFactory::Context::kUnknownColumnFamily;
  uint64_t creation_time = 0;    // of the oldest data that was flushed into this file
  uint64_t oldest_key_time = 0;  // first write of the memtables flushed
  uint64_t newest_key_time = 0;  // this library leaves it 0
  uint64_t file_creation_time = 0;
  std::string db_id;          // DB::GetDbIdentity() of the writer
  std::string db_session_id;  // DB::GetDbSessionId() of the writer
  std::string db_host_id;     // this library leaves it empty
  std::string column_family_name;

  // Sizes in bytes.
  uint64_t data_size = 0;         // data blocks as stored
  uint64_t index_size = 0;        // all partitions and the top level
  uint64_t index_partitions = 0;  // a count
  uint64_t top_level_index_size = 0;
  uint64_t filter_size = 0;
  uint64_t raw_key_size = 0;       // keys before any encoding
  uint64_t raw_value_size = 0;     // values likewise
  uint64_t tail_start_offset = 0;  // where the data blocks end
  // The next two are 0 in files of this library: nothing is compressed on trial.
  uint64_t slow_compression_estimated_data_size = 0;
  uint64_t fast_compression_estimated_data_size = 0;

  // Counts. Deletions and merge operands are entries too; range deletions are entries and
  // deletions.
  uint64_t num_data_blocks = 0;
  uint64_t num_entries = 0;
  uint64_t num_filter_entries = 0;
  uint64_t num_deletions = 0;
  uint64_t num_merge_operands = 0;
  uint64_t num_range_deletions = 0;

  // Format.
  uint64_t format_version = 0;
  uint64_t fixed_key_len = 0;  // 0: keys vary in length
  uint64_t index_key_is_user_key = 0;
  uint64_t index_value_is_delta_encoded = 0;
  uint64_t user_defined_timestamps_persisted = 1;
  uint64_t key_largest_seqno = UINT64_MAX;   // all ones: not recorded
  uint64_t key_smallest_seqno = UINT64_MAX;  // likewise
  uint64_t external_sst_file_global_seqno_offset = 0;
  std::string seqno_to_time_mapping;

  // Classes used; empty when unknown.
  std::string filter_policy_name;
  std::string comparator_name;
  std::string merge_operator_name;
  std::string prefix_extractor_name;
  std::string property_collectors_names;
  std::string compression_name;
  std::string compression_options;

  UserCollectedProperties user_collected_properties;
  UserCollectedProperties readable_properties;

  // "name=value; name=value; " for people.
  std::string ToString(const std::string& prop_delim = "; ",
                       const std::string& kv_delim = "=") const;

  // Adds what can be summed: sizes and counts.
  // Names and times stay those of this object.
  void Add(const TableProperties& tp);

  // The same numbers by name.
  std::map<std::string, uint64_t> GetAggregatablePropertiesAsMap() const;

  // Of this object with its strings and maps.
  std::size_t ApproximateMemoryUsage() const;
};

// Properties by file name.
using TablePropertiesCollection =
    std::unordered_map<std::string, std::shared_ptr<const TableProperties>>;

// Numbers found in a raw properties map; 0 when absent.
uint64_t GetDeletedKeys(const UserCollectedProperties& props);
uint64_t GetMergeOperands(const UserCollectedProperties& props, bool* property_present);

}  // namespace ROCKSDB_NAMESPACE
