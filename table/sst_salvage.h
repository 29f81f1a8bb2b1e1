// Reads what is left of a damaged block-based table: every data block that the index still names
// and whose checksum holds. Only repair calls it; ordinary readers refuse such files. It never
// writes, and never returns bytes whose checksum does not hold.
//
// Footer, metaindex and index must be intact. Without the properties block it takes the index for
// one of the usual form, in one or two levels, and the caller has to know to which family the table
// belongs.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "rocksdb/table_properties.h"
#include "table/sst_file.h"
#include "util/internal_key.h"
#include "util/range_tombstone.h"

namespace ROCKSDB_NAMESPACE {

// One pass over one table: Open, ReadTombstones if wanted, Scan once, then the counts. One thread.
class SstSalvage {
 public:
  // Takes the file over. Fails when footer or metaindex cannot be read.
  [[nodiscard]] static Status Open(std::unique_ptr<RandomAccessFileReader> file, uint64_t size,
                                   std::unique_ptr<SstSalvage>* out);
  ~SstSalvage();

  // Null when the properties block is damaged.
  const TableProperties* properties() const { return properties_.get(); }

  // Reads range deletions; what cannot be read counts as damage. `global` is the sequence number
  // of an ingested file, or kNoGlobalSequence. REQUIRES: called before Scan.
  void ReadTombstones(const InternalKeyOrder& order, SequenceNumber global);
  const std::shared_ptr<const FragmentedRangeTombstones>& tombstones() const { return tombstones_; }

  // Passes the entries to `entry` in ascending order; an error of `entry` ends the scan and is
  // returned. Corruption when the index cannot be read.
  [[nodiscard]] Status Scan(const InternalKeyOrder& order, SequenceNumber global,
                            const std::function<Status(const Slice&, const Slice&)>& entry);

  uint64_t good_blocks() const { return good_blocks_; }
  uint64_t bad_blocks() const { return bad_blocks_; }
  // The first damage found, for the LOG; empty when there was none.
  const std::string& trouble() const { return trouble_; }

 private:
  using EntryFn = std::function<Status(const Slice&, const Slice&)>;

  SstSalvage(std::unique_ptr<RandomAccessFileReader> file, uint64_t size);
  // Bypasses every cache and verifies the checksum.
  Status ReadBlock(const Extent& extent, BlockKind kind, BlockRef* block) const;
  Status ReadMetaIndex();
  void ReadProperties();
  void ReadDictionary();
  bool IndexPlace(Extent* top, uint32_t* type) const;
  // Counts an unreadable block and goes on; returns only errors of `entry`.
  Status ScanBlock(const InternalKeyOrder& order, SequenceNumber global, const Extent& extent,
                   const EntryFn& entry);
  // The same for the blocks that a partition of the index names.
  Status ScanPart(const InternalKeyOrder& order, SequenceNumber global, const IndexFormat& format,
                  const Extent& extent, const EntryFn& entry);
  // Keeps the first error.
  void Note(const Status& s);

  SstFile file_;
  std::map<std::string, Extent> meta_;
  std::unique_ptr<TableProperties> properties_;
  std::shared_ptr<const FragmentedRangeTombstones> tombstones_;
  // The last entry passed on; entries that do not sort after it are left out.
  std::string last_key_;
  uint64_t good_blocks_ = 0;
  uint64_t bad_blocks_ = 0;
  std::string trouble_;
};

}  // namespace ROCKSDB_NAMESPACE
