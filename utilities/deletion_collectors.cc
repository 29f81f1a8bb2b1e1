// The collectors of rocksdb/utilities/table_properties_collectors.h.
#include <sstream>

#include "rocksdb/utilities/table_properties_collectors.h"

namespace ROCKSDB_NAMESPACE {

namespace {

bool IsDeletion(EntryType type) {
  return type == kEntryDelete || type == kEntrySingleDelete || type == kEntryDeleteWithTimestamp;
}

// Counts deletions in the last `window` entries and in all of them. A bit for each entry of the
// window: exact, at a window of 128 Ki entries 16 KiB.
class DeletionCollector final : public TablePropertiesCollector {
 public:
  DeletionCollector(size_t window, size_t trigger, double ratio, uint64_t min_file_size)
      : last_(window), trigger_(trigger), ratio_(ratio), min_file_size_(min_file_size) {}

  const char* Name() const override { return CompactOnDeletionCollectorFactory::kClassName(); }

  Status AddUserKey(const Slice& /*key*/, const Slice& /*value*/, EntryType type,
                    SequenceNumber /*seq*/, uint64_t file_size) override {
    file_size_ = file_size;
    const bool deletion = IsDeletion(type);
    ++entries_;
    deletions_ += deletion ? 1 : 0;
    if (last_.empty() || trigger_ == 0) return Status::OK();
    in_window_ += static_cast<size_t>(deletion) - static_cast<size_t>(last_[next_]);
    last_[next_] = deletion;
    next_ = next_ + 1 == last_.size() ? 0 : next_ + 1;
    dense_ |= in_window_ >= trigger_;
    return Status::OK();
  }

  Status Finish(UserCollectedProperties* /*properties*/) override {
    const bool has_ratio = ratio_ > 0 && ratio_ <= 1;
    dense_ |= has_ratio && entries_ > 0 &&
              static_cast<double>(deletions_) >= ratio_ * static_cast<double>(entries_);
    return Status::OK();
  }
  UserCollectedProperties GetReadableProperties() const override { return {}; }
  bool NeedCompact() const override { return dense_ && file_size_ >= min_file_size_; }

 private:
  // A ring: whether each of the last entries was a deletion.
  std::vector<bool> last_;
  size_t next_ = 0;
  size_t in_window_ = 0;
  const size_t trigger_;
  const double ratio_;
  const uint64_t min_file_size_;
  uint64_t entries_ = 0;
  uint64_t deletions_ = 0;
  uint64_t file_size_ = 0;
  bool dense_ = false;
};

}  // namespace

CompactOnDeletionCollectorFactory::CompactOnDeletionCollectorFactory(size_t sliding_window_size,
                                                                     size_t deletion_trigger,
                                                                     double deletion_ratio,
                                                                     uint64_t min_file_size)
    : sliding_window_size_(sliding_window_size),
      deletion_trigger_(deletion_trigger),
      deletion_ratio_(deletion_ratio),
      min_file_size_(min_file_size) {}

TablePropertiesCollector* CompactOnDeletionCollectorFactory::CreateTablePropertiesCollector(
    Context /*context*/) {
  return new DeletionCollector(GetWindowSize(), GetDeletionTrigger(), GetDeletionRatio(),
                               GetMinFileSize());
}

// The form is stock's: it is in the LOG.
std::string CompactOnDeletionCollectorFactory::ToString() const {
  std::ostringstream text;
  text << Name() << " (Sliding window size = " << GetWindowSize()
       << " Deletion trigger = " << GetDeletionTrigger()
       << " Deletion ratio = " << GetDeletionRatio() << ')';
  return text.str();
}

std::shared_ptr<CompactOnDeletionCollectorFactory> NewCompactOnDeletionCollectorFactory(
    size_t sliding_window_size, size_t deletion_trigger, double deletion_ratio,
    uint64_t min_file_size) {
  return std::make_shared<CompactOnDeletionCollectorFactory>(sliding_window_size, deletion_trigger,
                                                             deletion_ratio, min_file_size);
}

// ---- Tiering ----

CompactForTieringCollectorFactory::CompactForTieringCollectorFactory(
    double compaction_trigger_ratio)
    : compaction_trigger_ratio_(compaction_trigger_ratio) {}

TablePropertiesCollector* CompactForTieringCollectorFactory::CreateTablePropertiesCollector(
    Context /*context*/) {
  return nullptr;
}

std::string CompactForTieringCollectorFactory::ToString() const {
  std::ostringstream text;
  text << Name() << ", data older than the last level's threshold: ratio "
       << GetCompactionTriggerRatio();
  return text.str();
}

std::shared_ptr<CompactForTieringCollectorFactory> NewCompactForTieringCollectorFactory(
    double compaction_trigger_ratio) {
  return std::make_shared<CompactForTieringCollectorFactory>(compaction_trigger_ratio);
}

// ---- Times of writing ----

Status GetDataCollectionUnixWriteTimeInfoForFile(
    const std::shared_ptr<const TableProperties>& /*table_properties*/,
    std::unique_ptr<DataCollectionUnixWriteTimeInfo>* file_info) {
  file_info->reset();
  return Status::NotFound("The file has no statistics of times of writing");
}

Status GetDataCollectionUnixWriteTimeInfoForLevels(
    const std::vector<std::unique_ptr<TablePropertiesCollection>>& levels_table_properties,
    std::vector<std::unique_ptr<DataCollectionUnixWriteTimeInfo>>* levels_info) {
  levels_info->clear();
  for (const auto& level : levels_table_properties) {
    levels_info->emplace_back();
    if (level != nullptr && !level->empty()) {
      return Status::NotFound("The files have no statistics of times of writing");
    }
  }
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
