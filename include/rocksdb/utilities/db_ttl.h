// DBWithTTL: a database whose entries go away some seconds after they were written. Each value
// carries its time of writing, as four bytes at its end that readers do not see. Compactions drop
// what has expired; until then reads still return it. Use DBOptions and SetTtl() with care: a
// database that was made so must always be opened so, since a plain DB shows the times and takes
// values without one for damaged.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/db.h"
#include "rocksdb/utilities/stackable_db.h"

namespace ROCKSDB_NAMESPACE {

// A ttl is in seconds; 0 and less: entries never expire. Compaction filters and merge operators of
// the application see values without their times.
class DBWithTTL : public StackableDB {
 public:
  // The first form opens the default family only. InvalidArgument: there are not as many ttls as
  // families. Opened with read_only nothing is compacted, so nothing goes away.
  static Status Open(const Options& options, const std::string& name, DBWithTTL** db,
                     int32_t ttl = 0, bool read_only = false);
  static Status Open(const DBOptions& db_options, const std::string& name,
                     const std::vector<ColumnFamilyDescriptor>& families,
                     std::vector<ColumnFamilyHandle*>* handles, DBWithTTL** db,
                     const std::vector<int32_t>& ttls, bool read_only = false);

  // CreateColumnFamily() makes families without expiry.
  virtual Status CreateColumnFamilyWithTtl(const ColumnFamilyOptions& options,
                                           const std::string& cf_name, ColumnFamilyHandle** handle,
                                           int ttl) = 0;

  // Compactions that begin later use the new ttl. The first form is for the default family.
  virtual void SetTtl(int32_t ttl) = 0;
  virtual void SetTtl(ColumnFamilyHandle* cf, int32_t ttl) = 0;
  virtual Status GetTtl(ColumnFamilyHandle* cf, int32_t* ttl) = 0;

 protected:
  explicit DBWithTTL(DB* db) : StackableDB(db) {}
};

}  // namespace ROCKSDB_NAMESPACE
