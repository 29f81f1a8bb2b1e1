// Facts that every table file stores, and collectors through which applications add their own.
// Table builders fill them; DB::GetPropertiesOf*Tables() and listeners show them.
#pragma once

#include <stdint.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "rocksdb/customizable.h"
#include "rocksdb/status.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

class InternalTblPropColl;

// Maps names to bytes. Names beginning with "rocksdb." are the engine's. Values may be any bytes.
// A name that two collectors store is kept once.
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
  // Names of classes.
  static const std::string kFilterPolicy;
  static const std::string kComparator;
  static const std::string kMergeOperator;
  static const std::string kPrefixExtractorName;
  static const std::string kPropertyCollectors;
};

// Sees the entries of one file while it is built. One thread; never shared between files. An error
// that it returns goes to the LOG, or omits its own properties; it never fails the file.
class TablePropertiesCollector {
 public:
  virtual ~TablePropertiesCollector() = default;

  // The old form; only AddUserKey()'s default calls it.
  virtual Status Add(const Slice& /*key*/, const Slice& /*value*/) {
    return Status::InvalidArgument("TablePropertiesCollector::Add() is obsolete: use AddUserKey()");
  }

  // Called once per entry, in file order; `file_size` is the bytes written so far. The slices are
  // valid during the call.
  virtual Status AddUserKey(const Slice& key, const Slice& value, EntryType /*type*/,
                            SequenceNumber /*seq*/, uint64_t /*file_size*/) {
    return Add(key, value);
  }

  // Called once per finished data block. Here both compressed sizes are the bytes that were really
  // stored.
  virtual void BlockAdd(uint64_t /*block_uncomp_bytes*/, uint64_t /*block_compressed_bytes_fast*/,
                        uint64_t /*block_compressed_bytes_slow*/) {}

  // Called once, after the last entry: sets the properties to store.
  virtual Status Finish(UserCollectedProperties* properties) = 0;

  // After Finish(): the same for people. Not stored: only listeners of the new file see them.
  virtual UserCollectedProperties GetReadableProperties() const = 0;

  virtual const char* Name() const = 0;

  // After Finish(): true asks that the file be compacted soon.
  virtual bool NeedCompact() const { return false; }

  // Not null for collectors that the engine itself makes.
  virtual InternalTblPropColl* AsInternal() { return nullptr; }
};

// Makes a collector for each new file. Several threads may call it at once. Applications set it in
// ColumnFamilyOptions::table_properties_collector_factories, which share its ownership. Flushes,
// compactions and recovery use it.
class TablePropertiesCollectorFactory : public Customizable {
 public:
  // The purpose of the new file. A level of -1: not known yet.
  struct Context {
    static const uint32_t kUnknownColumnFamily;
    static const int kUnknownLevelAtCreation = -1;
    static const int kUnknownNumLevels = -1;

    uint32_t column_family_id;
    int level_at_creation = kUnknownLevelAtCreation;
    int num_levels = kUnknownNumLevels;
    // Entries up to this number belong on the last level of tiered storage.
    SequenceNumber last_level_inclusive_max_seqno_threshold = (uint64_t{1} << 56) - 1;

    Context() = default;
    Context(uint32_t family_id, int level, int levels, SequenceNumber last_level_threshold)
        : column_family_id(family_id),
          level_at_creation(level),
          num_levels(levels),
          last_level_inclusive_max_seqno_threshold(last_level_threshold) {}
  };

  ~TablePropertiesCollectorFactory() override = default;
  static const char* Type() { return "TablePropertiesCollectorFactory"; }
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 std::shared_ptr<TablePropertiesCollectorFactory>* result);

  // nullptr: this file gets no collector. The caller owns the result.
  virtual TablePropertiesCollector* CreateTablePropertiesCollector(Context context) = 0;

  const char* Name() const override = 0;

  // Name with settings, for the LOG.
  virtual std::string ToString() const { return Name(); }
};

// One table file as its properties block describes it; for a file of stock, with what stock wrote.
// A plain value. Numbers are 0 if an older file does not have them.
struct TableProperties {
  // Origin. Times are seconds since 1970, 0 when unknown.
  uint64_t orig_file_number = 0;
  uint64_t column_family_id = TablePropertiesCollectorFactory::Context::kUnknownColumnFamily;
  // The creation time of the oldest data flushed into this file.
  uint64_t creation_time = 0;
  // The first write to the flushed memtables.
  uint64_t oldest_key_time = 0;
  // This library leaves it 0.
  uint64_t newest_key_time = 0;
  uint64_t file_creation_time = 0;
  // DB::GetDbIdentity() of the writer.
  std::string db_id;
  // DB::GetDbSessionId() of the writer.
  std::string db_session_id;
  // This library leaves it empty.
  std::string db_host_id;
  std::string column_family_name;

  // Sizes in bytes.
  // Data blocks as stored.
  uint64_t data_size = 0;
  // All partitions and the top level.
  uint64_t index_size = 0;
  // A count.
  uint64_t index_partitions = 0;
  uint64_t top_level_index_size = 0;
  uint64_t filter_size = 0;
  // Keys before any encoding.
  uint64_t raw_key_size = 0;
  // Values before any encoding.
  uint64_t raw_value_size = 0;
  // The offset at which the data blocks end.
  uint64_t tail_start_offset = 0;
  // The next two are 0 in files of this library, which compresses nothing on trial.
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
  // 0: keys vary in length.
  uint64_t fixed_key_len = 0;
  uint64_t index_key_is_user_key = 0;
  uint64_t index_value_is_delta_encoded = 0;
  uint64_t user_defined_timestamps_persisted = 1;
  // All ones: not recorded.
  uint64_t key_largest_seqno = UINT64_MAX;
  // All ones: not recorded.
  uint64_t key_smallest_seqno = UINT64_MAX;
  uint64_t external_sst_file_global_seqno_offset = 0;
  std::string seqno_to_time_mapping;

  // Names of classes; empty when unknown.
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

  // Adds the sizes and counts. Names and times stay those of this object.
  void Add(const TableProperties& tp);

  // To text, "name=value;..." with all numbers and strings, and back; an unknown name gives
  // InvalidArgument unless the options ignore such names. AreEqual() puts the name of the first
  // field that differs into *mismatch.
  Status Serialize(const ConfigOptions& opts, std::string* output) const;
  static Status Parse(const ConfigOptions& opts, const std::string& serialized,
                      TableProperties* table_properties);
  bool AreEqual(const ConfigOptions& opts, const TableProperties* other_table_properties,
                std::string* mismatch) const;

  // Whether the file records its largest sequence number.
  bool HasKeyLargestSeqno() const { return key_largest_seqno != UINT64_MAX; }

  // The same numbers by name.
  std::map<std::string, uint64_t> GetAggregatablePropertiesAsMap() const;

  // Bytes of this object with its strings and maps.
  std::size_t ApproximateMemoryUsage() const;
};

// Properties by file name.
using TablePropertiesCollection =
    std::unordered_map<std::string, std::shared_ptr<const TableProperties>>;

// Return numbers from a raw properties map; 0 when absent.
uint64_t GetDeletedKeys(const UserCollectedProperties& props);
uint64_t GetMergeOperands(const UserCollectedProperties& props, bool* property_present);

}  // namespace ROCKSDB_NAMESPACE
