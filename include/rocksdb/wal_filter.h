// WalFilter: sees the records of the logs while a database is opened, also read-only, and they are
// replayed. DBOptions::wal_filter names one; it must live until the opening is over.
#pragma once

#include <map>
#include <string>

#include "rocksdb/customizable.h"
#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

class WriteBatch;
struct ConfigOptions;

// One thread calls it, while the database is opened.
class WalFilter : public Customizable {
 public:
  // What happens to a record.
  enum class WalProcessingOption {
    kContinueProcessing = 0,
    // Leaves this record out.
    kIgnoreCurrentRecord = 1,
    // Leaves out this one and all that follow; an opening for writing forgets them for good.
    kStopReplay = 2,
    // Fails, or not, as the recovery mode says about damaged records.
    kCorruptedRecord = 3,
    kWalProcessingOptionMax = 4,
  };

  ~WalFilter() override = default;
  static const char* Type() { return "WalFilter"; }
  // The application registers its filters; there are no built-in ones.
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 WalFilter** result);
  const char* Name() const override = 0;

  // Called once, first: the smallest log that each family still needs, and the families' numbers.
  virtual void ColumnFamilyLogNumberMap(const std::map<uint32_t, uint64_t>& /*cf_lognumber_map*/,
                                        const std::map<std::string, uint32_t>& /*cf_name_id_map*/) {
  }

  // Called for each record, in order, logs of no family's concern left out. When *batch_changed is
  // set, *new_batch takes the place of the record; the opening fails with NotSupported where it
  // holds more updates. The default calls LogRecord().
  virtual WalProcessingOption LogRecordFound(unsigned long long /*log_number*/,
                                             const std::string& /*log_file_name*/,
                                             const WriteBatch& batch, WriteBatch* new_batch,
                                             bool* batch_changed) {
    return LogRecord(batch, new_batch, batch_changed);
  }
  virtual WalProcessingOption LogRecord(const WriteBatch& /*batch*/, WriteBatch* /*new_batch*/,
                                        bool* /*batch_changed*/) const {
    return WalProcessingOption::kContinueProcessing;
  }
};

}  // namespace ROCKSDB_NAMESPACE
