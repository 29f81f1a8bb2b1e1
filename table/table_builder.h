// The interface of every kind of table file for its writers, and the two bundles of settings that
// a TableFactory takes: one to build a table, one to open it. Flush, compaction and SstFileWriter
// use it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/compression_type.h"
#include "rocksdb/env.h"
#include "rocksdb/listener.h"
#include "rocksdb/options.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/status.h"
#include "rocksdb/table_properties.h"
#include "util/dbformat.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

class Statistics;
class WritableFileWriter;

using CollectorFactories = std::vector<std::shared_ptr<TablePropertiesCollectorFactory>>;

// Settings of one table to be written. The builder copies them; REQUIRES: what they point to
// outlives the builder.
struct TableBuilderOptions {
  explicit TableBuilderOptions(const InternalKeyOrder& o) : order(o) {}

  InternalKeyOrder order;
  std::shared_ptr<const SliceTransform> prefix_extractor;
  CompressionType compression = kNoCompression;
  CompressionOptions compression_opts;
  // The column family's own collectors; may be nullptr. REQUIRES: outlives the builder.
  const CollectorFactories* collectors = nullptr;

  // The value that means "unknown" in the properties.
  uint32_t column_family_id = 0x7fffffff;
  std::string column_family_name;
  // Empty: the family has no merge operator.
  std::string merge_operator_name;
  int level_at_creation = -1;
  int num_levels = -1;
  bool bottommost = false;
  // For filter policies and collectors; the builder decides nothing by it.
  TableFileCreationReason reason = TableFileCreationReason::kMisc;

  // Seconds since the epoch; 0 means unknown. creation_time is the oldest ancestor's.
  uint64_t creation_time = 0;
  uint64_t oldest_key_time = 0;
  uint64_t newest_key_time = 0;
  uint64_t file_creation_time = 0;

  // The parts of the file's unique id, and the host that wrote the file.
  std::string db_host_id;
  std::string db_id;
  std::string db_session_id;
  uint64_t file_number = 0;
  // When the file was begun, the family's tables held all records of logs below this number. 0:
  // the property is not written.
  uint64_t flushed_logs = 0;

  SequenceNumber last_level_inclusive_max_seqno_threshold = kLargestSequence;
  // The file gets no filter: it is a bottommost one of a family with optimize_filters_for_hits.
  bool skip_filters = false;
  bool persist_user_defined_timestamps = true;
  // SstFileWriter writes the file for ingestion; its collector writes the two properties of
  // external files.
  bool external_file = false;
  Statistics* statistics = nullptr;
  Logger* logger = nullptr;
};

// Settings of one table to be opened. The reader copies them; REQUIRES: what they point to
// outlives the reader.
struct TableReaderOptions {
  explicit TableReaderOptions(const InternalKeyOrder& o) : order(o) {}

  InternalKeyOrder order;
  std::shared_ptr<const SliceTransform> prefix_extractor;
  EnvOptions env_options;
  SystemClock* clock = nullptr;
  Statistics* statistics = nullptr;
  Logger* logger = nullptr;
  int level = -1;
  bool skip_filters = false;
  // The file's identity in the MANIFEST. Cache keys are made of it if the file itself does not
  // store one.
  std::string db_session_id;
  uint64_t file_number = 0;
  // The MANIFEST's unique id (internal form); all zero: not checked.
  uint64_t unique_id[2] = {0, 0};
  // The MANIFEST's largest sequence number: the global sequence number of an ingested file.
  // kNoGlobalSequence: unknown, so the reader takes what the file says.
  SequenceNumber largest_seqno = kNoGlobalSequence;
  // Length of the part after the data blocks, if the MANIFEST records it; opening reads that part
  // at once. 0: unknown.
  uint64_t tail_size = 0;
  bool persist_user_defined_timestamps = true;
  // Checksum bytes kept for each entry of a loaded block: 0, 1, 2, 4 or 8.
  uint32_t block_protection_bytes_per_key = 0;
};

// Receives entries in order and writes a table to a file, which it neither syncs nor closes. After
// an error every call but status(), Abandon() and the destructor does nothing.
class TableBuilder {
 public:
  TableBuilder() = default;
  // REQUIRES: Finish() or Abandon() has been called.
  virtual ~TableBuilder() = default;
  TableBuilder(const TableBuilder&) = delete;
  TableBuilder& operator=(const TableBuilder&) = delete;

  // REQUIRES: `ikey` sorts after every point key added before, or its type is kTypeRangeDeletion
  // (then after every tombstone added before; the value is the tombstone's end key). Points and
  // tombstones may be mixed. False after an error, which status() names; who adds much looks, as
  // that costs less for each entry than a Status does.
  virtual bool Add(const Slice& ikey, const Slice& value) = 0;
  [[nodiscard]] virtual Status status() const = 0;
  // Writes the rest of the table. REQUIRES: neither Finish() nor Abandon() has been called.
  [[nodiscard]] virtual Status Finish() = 0;
  // Ends the table; the caller will throw the file's contents away.
  virtual void Abandon() = 0;

  virtual uint64_t NumEntries() const = 0;
  virtual bool IsEmpty() const { return NumEntries() == 0; }
  // Bytes of finished blocks so far, including those not yet handed to the file; after Finish(),
  // the size of the file. Blocks held back for a dictionary do not count yet.
  virtual uint64_t FileSize() const = 0;
  // About the size that the file would have if Finish() were called now.
  virtual uint64_t EstimatedFileSize() const = 0;
  // Bytes of everything that follows the data blocks. Valid after Finish().
  virtual uint64_t TailSize() const = 0;
  // True when a collector asked for this file to be compacted soon.
  virtual bool NeedCompact() const = 0;
  // Complete only after Finish().
  virtual TableProperties Properties() const = 0;
};

}  // namespace ROCKSDB_NAMESPACE
