// The collectors of rocksdb/utilities/table_properties_collectors.h.
#include <sstream>

#include "options/object_registry.h"
#include "rocksdb/utilities/options_type.h"
#include "rocksdb/utilities/table_properties_collectors.h"
#include "util/option_number.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

bool IsDeletion(EntryType type) {
  return type == kEntryDelete || type == kEntrySingleDelete || type == kEntryDeleteWithTimestamp;
}

// Counts deletions in the last `window` entries and in all of them. A bit for each entry that the
// window has: exact, at a window of 128 Ki entries 16 KiB.
class DeletionCollector final : public TablePropertiesCollector {
 public:
  DeletionCollector(size_t window, size_t trigger, double ratio, uint64_t min_file_size)
      : window_(window), trigger_(trigger), ratio_(ratio), min_file_size_(min_file_size) {}

  const char* Name() const override { return CompactOnDeletionCollectorFactory::kClassName(); }

  Status AddUserKey(const Slice& /*key*/, const Slice& /*value*/, EntryType type,
                    SequenceNumber /*seq*/, uint64_t file_size) override {
    file_size_ = file_size;
    const bool deletion = IsDeletion(type);
    ++entries_;
    deletions_ += deletion ? 1 : 0;
    if (window_ > 0 && trigger_ > 0) NoteInWindow(deletion);
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
  void NoteInWindow(bool deletion) {
    in_window_ += deletion ? 1 : 0;
    if (last_.size() < window_) {
      last_.push_back(deletion);
    } else {
      in_window_ -= last_[next_] ? 1 : 0;
      last_[next_] = deletion;
      next_ = next_ + 1 == window_ ? 0 : next_ + 1;
    }
    dense_ |= in_window_ >= trigger_;
  }

  const size_t window_;
  // Whether each of the last entries was a deletion: a ring once it has `window_` of them.
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

using SettingMap = OptionTypeInfo::TypeMap;

Status Parse(const std::string& text, uint64_t* value) { return ParseOptionNumber(text, value); }
Status Parse(const std::string& text, double* value) { return ParseDouble(text, value); }
std::string TextOf(uint64_t value) { return std::to_string(value); }
std::string TextOf(double value) { return DoubleText(value); }

// An option that a getter and a setter of the factory stand for.
template <class Factory, class T, class Get, class Set>
OptionTypeInfo Setting(OptionType type, Get get, Set set) {
  return OptionTypeInfo(
      0, type, OptionVerificationType::kNormal, OptionTypeFlags::kMutable,
      [set](const ConfigOptions&, const std::string&, const std::string& text, void* factory) {
        T value{};
        Status s = Parse(text, &value);
        if (s.ok()) (static_cast<Factory*>(factory)->*set)(value);
        return s;
      },
      [get](const ConfigOptions&, const std::string&, const void* factory, std::string* text) {
        *text = TextOf(static_cast<T>((static_cast<const Factory*>(factory)->*get)()));
        return Status::OK();
      },
      [get](const ConfigOptions&, const std::string&, const void* a, const void* b, std::string*) {
        return (static_cast<const Factory*>(a)->*get)() == (static_cast<const Factory*>(b)->*get)();
      });
}

const SettingMap& DeletionOptions() {
  using Factory = CompactOnDeletionCollectorFactory;
  const auto number = [](auto get, auto set) {
    return Setting<Factory, uint64_t>(OptionType::kUInt64T, get, set);
  };
  static const auto* options = new SettingMap{
      {"window_size", number(&Factory::GetWindowSize, &Factory::SetWindowSize)},
      {"deletion_trigger", number(&Factory::GetDeletionTrigger, &Factory::SetDeletionTrigger)},
      {"deletion_ratio", Setting<Factory, double>(OptionType::kDouble, &Factory::GetDeletionRatio,
                                                  &Factory::SetDeletionRatio)},
      {"min_file_size", number(&Factory::GetMinFileSize, &Factory::SetMinFileSize)}};
  return *options;
}

const SettingMap& TieringOptions() {
  using Factory = CompactForTieringCollectorFactory;
  static const auto* options = new SettingMap{
      {"compaction_trigger_ratio",
       Setting<Factory, double>(OptionType::kDouble, &Factory::GetCompactionTriggerRatio,
                                &Factory::SetCompactionTriggerRatio)}};
  return *options;
}

template <class Factory, class... Defaults>
void Register(Defaults... defaults) {
  RegisterFactory<TablePropertiesCollectorFactory>(
      Factory::kClassName(), [=](const ObjectRequest& request, auto* out) {
        auto made = std::make_shared<Factory>(defaults...);
        Status s = Customizable::ConfigureNewObject(request.config, made.get(), request.properties);
        if (s.ok()) *out = std::move(made);
        return s;
      });
}

}  // namespace

void RegisterCollectors() {
  Register<CompactOnDeletionCollectorFactory>(0, 0, 0.0);
  Register<CompactForTieringCollectorFactory>(0.0);
}

CompactOnDeletionCollectorFactory::CompactOnDeletionCollectorFactory(size_t sliding_window_size,
                                                                     size_t deletion_trigger,
                                                                     double deletion_ratio,
                                                                     uint64_t min_file_size)
    : sliding_window_size_(sliding_window_size),
      deletion_trigger_(deletion_trigger),
      deletion_ratio_(deletion_ratio),
      min_file_size_(min_file_size) {
  RegisterOptions("CompactOnDeletion", this, &DeletionOptions());
}

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
    : compaction_trigger_ratio_(compaction_trigger_ratio) {
  RegisterOptions("CompactForTiering", this, &TieringOptions());
}

TablePropertiesCollector* CompactForTieringCollectorFactory::CreateTablePropertiesCollector(
    Context /*context*/) {
  return nullptr;
}

std::string CompactForTieringCollectorFactory::ToString() const {
  std::ostringstream text;
  text << Name() << ", compaction trigger ratio:" << GetCompactionTriggerRatio();
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
