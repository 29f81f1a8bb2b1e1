// Calls that may change. Those about the tree work; query filters of tables are refused.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "rocksdb/data_structure.h"
#include "rocksdb/db.h"
#include "rocksdb/status.h"
#include "rocksdb/table_properties.h"

namespace ROCKSDB_NAMESPACE {
namespace experimental {

// ---- The tree ----

// DB::SuggestCompactRange() and DB::PromoteL0() under older names. The forms without a handle act
// on the default family.
Status SuggestCompactRange(DB* db, ColumnFamilyHandle* column_family, const Slice* begin,
                           const Slice* end);
Status SuggestCompactRange(DB* db, const Slice* begin, const Slice* end);
Status PromoteL0(DB* db, ColumnFamilyHandle* column_family, int target_level = 1);

// ---- The MANIFEST of a database ----

// Replaces the list's contents by the checksums that the MANIFEST names for the live tables of all
// families. The database may be open or closed. InvalidArgument: the list is null.
Status GetFileChecksumsFromCurrentManifest(FileSystem* fs, const std::string& abs_db_path,
                                           FileChecksumList* checksum_list);

// Refused.
struct UpdateManifestForFilesStateOptions {
  // Records the temperatures that the file system reports.
  bool update_temperatures = true;
};

Status UpdateManifestForFilesState(const DBOptions& db_opts, const std::string& db_name,
                                   const std::vector<ColumnFamilyDescriptor>& column_families,
                                   const UpdateManifestForFilesStateOptions& opts = {});

// ---- Query filters: which tables can hold keys of a range, by parts of keys ----

// Takes keys apart. Any thread may call it at any time.
class KeySegmentsExtractor {
 public:
  // Kinds of keys, as the extractor tells them apart. Filters are kept for each kind on its own.
  enum KeyCategory : uint_fast8_t {
    kDefaultCategory = 0,
    kMinCategory = kDefaultCategory,
    // From here to the next on: not for applications.
    kReservedLowCategory = 32,
    kReservedHighCategory = 63,
    kMaxUsableCategory = kReservedHighCategory,
    // A key that cannot be taken apart spoils a filter, all filters of the file, or those of the
    // database.
    kErrorCategoryFilterScope,
    kMinErrorCategory = kErrorCategoryFilterScope,
    kErrorCategoryFileScope,
    kErrorCategoryDbScope,
  };
  using KeyCategorySet = SmallEnumSet<KeyCategory, KeyCategory::kReservedHighCategory>;

  // What is taken apart.
  enum KeyKind {
    kFullUserKey,
    kInclusiveLowerBound,
    kExclusiveUpperBound,
  };

  struct Result {
    // Offsets behind the last byte of each segment, ascending.
    std::vector<uint32_t> segment_ends;
    KeyCategory category = kDefaultCategory;

    void Reset() {
      segment_ends.clear();
      category = kDefaultCategory;
    }
  };

  virtual ~KeySegmentsExtractor() = default;

  virtual const char* Name() const = 0;
  // The name with parameters.
  virtual std::string GetId() const { return Name(); }
  // REQUIRES: *result is as after Reset().
  virtual void Extract(const Slice& key_or_bound, KeyKind kind, Result* result) const = 0;
};

// Segments of fixed widths, the last of which may be cut off by the end of the key.
std::shared_ptr<const KeySegmentsExtractor> MakeSharedCappedKeySegmentsExtractor(
    const std::vector<size_t>& byte_widths);

// What a filter looks at.
struct SelectWholeKey {};
struct SelectLegacyKeyPrefix {};
struct SelectUserTimestamp {};
struct SelectColumnName {};
struct SelectKeySegment {
  explicit SelectKeySegment(uint16_t index) : segment_index(static_cast<uint8_t>(index)) {}

  uint8_t segment_index;
};
// Both ends are included.
struct SelectKeySegmentRange {
  explicit SelectKeySegmentRange(uint8_t from, uint8_t to)
      : from_segment_index(from), to_segment_index(to) {}

  uint8_t from_segment_index;
  uint8_t to_segment_index;
};
using FilterInput = std::variant<SelectWholeKey, SelectKeySegment, SelectKeySegmentRange,
                                 SelectLegacyKeyPrefix, SelectUserTimestamp, SelectColumnName>;

// One filter.
class SstQueryFilterConfig {
 public:
  virtual ~SstQueryFilterConfig() = default;
};

// Null, both: such filters are not written.
std::shared_ptr<SstQueryFilterConfig> MakeSharedBytewiseMinMaxSQFC(
    FilterInput select,
    KeySegmentsExtractor::KeyCategorySet categories = KeySegmentsExtractor::KeyCategorySet::All());
std::shared_ptr<SstQueryFilterConfig> MakeSharedReverseBytewiseMinMaxSQFC(
    FilterInput select,
    KeySegmentsExtractor::KeyCategorySet categories = KeySegmentsExtractor::KeyCategorySet::All());

// The filters of one table.
struct SstQueryFilterConfigs {
  // Nothing is configured.
  bool IsEmptyNotFound() const { return filters.empty() && extractor == nullptr; }

  std::vector<std::shared_ptr<SstQueryFilterConfig>> filters;
  std::shared_ptr<const KeySegmentsExtractor> extractor;
};

// All configurations that an application has ever used, by version and name.
class SstQueryFilterConfigsManager
    : public std::enable_shared_from_this<SstQueryFilterConfigsManager> {
 public:
  using FilteringVersion = uint32_t;
  using NamedConfigs = std::pair<std::string, SstQueryFilterConfigs>;
  using Data = std::vector<std::pair<FilteringVersion, std::vector<NamedConfigs>>>;

  // Writes filters into tables and asks them.
  class Factory : public TablePropertiesCollectorFactory {
   public:
    virtual Status SetFilteringVersion(FilteringVersion ver) = 0;
    virtual FilteringVersion GetFilteringVersion() const = 0;
    virtual const std::string& GetConfigsName() const = 0;
    virtual const SstQueryFilterConfigs& GetConfigs() const = 0;

    // For ReadOptions::table_filter. The bounds must outlive the function.
    virtual std::function<bool(const TableProperties&)> GetTableFilterForRangeQuery(
        Slice lower_bound_incl, Slice upper_bound_excl) const = 0;
  };

  // Refused: *out becomes null.
  static Status MakeShared(const Data& data, std::shared_ptr<SstQueryFilterConfigsManager>* out);

  virtual ~SstQueryFilterConfigsManager() = default;

  virtual Status MakeSharedFactory(const std::string& configs_name, FilteringVersion ver,
                                   std::shared_ptr<Factory>* out) const = 0;
};

}  // namespace experimental
}  // namespace ROCKSDB_NAMESPACE
