// The one door through which ldb and sst_dump look at files of a database without opening it, and
// take a lost table out of one. Everything is printed or returned in public types, so that the
// tools know no inside header but this.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>

#include "rocksdb/compression_type.h"
#include "rocksdb/env.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "rocksdb/table_properties.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {
class DB;
}

namespace ROCKSDB_NAMESPACE::tools {

struct WalDumpOptions {
  bool header = false;  // a line of column titles first
  bool values = false;  // values beside the keys
};

// One line a batch: "sequence,count,bytes,offset,PUT(0) : 0x61 DELETE(1) : 0x62 ". What could be
// read before damage is printed; the damage is then returned.
[[nodiscard]] Status DumpWal(Env* env, const std::string& path, const WalDumpOptions& how,
                             std::ostream& out);

struct ManifestDumpOptions {
  bool every_edit = false;  // each record as it stands, before the result of all
  bool hex = false;         // keys in hex
};

// The tree that the MANIFEST's records add up to, family by family, level by level.
[[nodiscard]] Status DumpManifest(Env* env, const std::string& path, const ManifestDumpOptions& how,
                                  std::ostream& out);

// One entry of a table; slices live until the callback returns.
struct SstEntry {
  Slice user_key;
  SequenceNumber sequence = 0;
  int type = 0;
  Slice value;
};

struct SstScan {
  bool has_from = false;
  bool has_to = false;
  std::string from;  // user keys: from is included, to is not
  std::string to;
  bool by_prefix = false;       // only keys that begin with `from`
  size_t readahead_bytes = 0;   // 0: the reader decides
  uint64_t limit = UINT64_MAX;  // entries
  bool verify = true;           // check each block against its checksum
};

// One range tombstone; slices live until the callback returns.
struct SstRangeDeletion {
  Slice begin;
  Slice end;
  SequenceNumber sequence = 0;
};

// A table written again, to see how large it would be.
struct SstRewrite {
  CompressionType compression = kNoCompression;
  CompressionOptions compression_opts;
  size_t block_size = 0;
};
struct SstRewritten {
  uint64_t file_bytes = 0;
  uint64_t data_blocks = 0;
  // Blocks of all kinds: compressed; not, because compression saved too little; not tried.
  uint64_t compressed = 0;
  uint64_t rejected = 0;
  uint64_t bypassed = 0;
};

// The parts of an internal key; the user key points into `bytes`. Corruption: it is none.
struct InternalKeyParts {
  Slice user_key;
  SequenceNumber sequence = 0;
  int type = 0;
};
[[nodiscard]] Status ParseKey(const Slice& bytes, InternalKeyParts* parts);

// One table file, open for reading. Its comparator is the built-in one that its properties name.
class SstView {
 public:
  virtual ~SstView() = default;
  [[nodiscard]] static Status Open(Env* env, const std::string& path,
                                   std::unique_ptr<SstView>* view);

  virtual const TableProperties& properties() const = 0;
  // Calls `see` for the entries of the range, in order. Range tombstones are not among them.
  // Corruption after a whole table that has not as many entries as its properties say.
  [[nodiscard]] virtual Status Scan(const SstScan& what,
                                    const std::function<void(const SstEntry&)>& see) = 0;
  // Calls `see` for the range tombstones, cut where they overlap, in order of their keys and then
  // newest first.
  virtual void ScanRangeDeletions(const std::function<void(const SstRangeDeletion&)>& see) = 0;
  // Writes the entries without range tombstones to a file in memory.
  [[nodiscard]] virtual Status Rewrite(const SstRewrite& how, SstRewritten* result) = 0;
  // Every block of the file against its checksum.
  [[nodiscard]] virtual Status Verify() = 0;
  // Footer, properties, index and entries, for people.
  [[nodiscard]] virtual Status Describe(std::ostream& out) = 0;
};

// Takes a table out of the tree of an open database, whatever it holds: for tables that are lost.
// NotFound: no family has it. Busy: a job reads it. NotSupported: the database is read-only.
[[nodiscard]] Status ForgetTable(DB* db, uint64_t number);

}  // namespace ROCKSDB_NAMESPACE::tools
