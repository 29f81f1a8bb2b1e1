// Collectors that ask for the compaction of files because of what they hold.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "rocksdb/table_properties.h"

namespace ROCKSDB_NAMESPACE {

// Marks a file for compaction when deletions are dense in it: when some window of consecutive
// entries holds at least `deletion_trigger` deletions, or when deletions are at least
// `deletion_ratio` of all entries of the file. Settings may change at any time and count for files
// that are begun later.
class CompactOnDeletionCollectorFactory : public TablePropertiesCollectorFactory {
 public:
  // A window or trigger of 0 switches the first rule off, a ratio outside of (0, 1] the second.
  // Files smaller than `min_file_size` bytes are never marked.
  CompactOnDeletionCollectorFactory(size_t sliding_window_size, size_t deletion_trigger,
                                    double deletion_ratio, uint64_t min_file_size = 0);
  ~CompactOnDeletionCollectorFactory() override = default;

  static const char* kClassName() { return "CompactOnDeletionCollector"; }
  const char* Name() const override { return kClassName(); }
  std::string ToString() const override;
  TablePropertiesCollector* CreateTablePropertiesCollector(Context context) override;

  // Entries.
  size_t GetWindowSize() const { return sliding_window_size_.load(); }
  void SetWindowSize(size_t window_size) { sliding_window_size_.store(window_size); }

  // Deletions in a window.
  size_t GetDeletionTrigger() const { return deletion_trigger_.load(); }
  void SetDeletionTrigger(size_t trigger) { deletion_trigger_.store(trigger); }

  double GetDeletionRatio() const { return deletion_ratio_.load(); }
  void SetDeletionRatio(double ratio) { deletion_ratio_.store(ratio); }

  // Bytes.
  uint64_t GetMinFileSize() const { return min_file_size_.load(); }
  void SetMinFileSize(uint64_t min_file_size) { min_file_size_.store(min_file_size); }

 private:
  std::atomic<size_t> sliding_window_size_;
  std::atomic<size_t> deletion_trigger_;
  std::atomic<double> deletion_ratio_;
  std::atomic<uint64_t> min_file_size_;
};

std::shared_ptr<CompactOnDeletionCollectorFactory> NewCompactOnDeletionCollectorFactory(
    size_t sliding_window_size, size_t deletion_trigger, double deletion_ratio = 0,
    uint64_t min_file_size = 0);

// Marks a file for compaction when at least `compaction_trigger_ratio` of its entries are old
// enough for the last level of tiered storage. A ratio of 0 or less switches it off, one above 1
// marks no file. Here no file is tiered, so no entry counts as old enough.
class CompactForTieringCollectorFactory : public TablePropertiesCollectorFactory {
 public:
  explicit CompactForTieringCollectorFactory(double compaction_trigger_ratio);
  ~CompactForTieringCollectorFactory() override = default;

  static const char* kClassName() { return "CompactForTieringCollector"; }
  const char* Name() const override { return kClassName(); }
  std::string ToString() const override;
  // Null when switched off, or when nothing is tiered.
  TablePropertiesCollector* CreateTablePropertiesCollector(Context context) override;

  void SetCompactionTriggerRatio(double ratio) { compaction_trigger_ratio_.store(ratio); }
  double GetCompactionTriggerRatio() const { return compaction_trigger_ratio_.load(); }

 private:
  std::atomic<double> compaction_trigger_ratio_;
};

std::shared_ptr<CompactForTieringCollectorFactory> NewCompactForTieringCollectorFactory(
    double compaction_trigger_ratio);

// When the entries of a file were written, in Unix seconds. Entries are infinitely old when their
// time has been forgotten because of age, untracked when nobody recorded it, aggregated when they
// are in the average.
struct DataCollectionUnixWriteTimeInfo {
  DataCollectionUnixWriteTimeInfo() = default;
  DataCollectionUnixWriteTimeInfo(uint64_t min_time, uint64_t max_time, uint64_t average_time,
                                  uint64_t infinitely_old, uint64_t aggregated, uint64_t untracked)
      : min_write_time(min_time),
        max_write_time(max_time),
        average_write_time(average_time),
        num_entries_infinitely_old(infinitely_old),
        num_entries_write_time_aggregated(aggregated),
        num_entries_write_time_untracked(untracked) {}

  // No entry counted in any way.
  bool DataCollectionIsEmpty() const {
    return num_entries_infinitely_old + num_entries_write_time_aggregated +
               num_entries_write_time_untracked ==
           0;
  }

  // The share of entries whose time is known or known to be old; 0 without entries.
  double TrackedDataRatio() const {
    if (DataCollectionIsEmpty()) {
      return 0.0;
    }
    const uint64_t tracked = num_entries_infinitely_old + num_entries_write_time_aggregated;
    return static_cast<double>(tracked) /
           static_cast<double>(tracked + num_entries_write_time_untracked);
  }

  bool HasInfinitelyOldData() const { return num_entries_infinitely_old > 0; }

  uint64_t min_write_time = 0;
  uint64_t max_write_time = 0;
  uint64_t average_write_time = 0;
  uint64_t num_entries_infinitely_old = 0;
  uint64_t num_entries_write_time_aggregated = 0;
  uint64_t num_entries_write_time_untracked = 0;
};

// Fills in the times of one file, or of all files of each level; no element for a level without
// files. NotFound when a file has no statistics of times, which is so for all files of this
// library.
Status GetDataCollectionUnixWriteTimeInfoForFile(
    const std::shared_ptr<const TableProperties>& table_properties,
    std::unique_ptr<DataCollectionUnixWriteTimeInfo>* file_info);
Status GetDataCollectionUnixWriteTimeInfoForLevels(
    const std::vector<std::unique_ptr<TablePropertiesCollection>>& levels_table_properties,
    std::vector<std::unique_ptr<DataCollectionUnixWriteTimeInfo>>* levels_info);

}  // namespace ROCKSDB_NAMESPACE
