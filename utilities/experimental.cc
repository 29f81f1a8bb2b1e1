// The calls of rocksdb/experimental.h that are other calls under older names, and key segments of
// fixed widths.
#include "rocksdb/experimental.h"

namespace ROCKSDB_NAMESPACE {
namespace experimental {

Status SuggestCompactRange(DB* db, ColumnFamilyHandle* column_family, const Slice* begin,
                           const Slice* end) {
  if (db == nullptr) return Status::InvalidArgument("DB is empty");
  return db->SuggestCompactRange(column_family, begin, end);
}

Status SuggestCompactRange(DB* db, const Slice* begin, const Slice* end) {
  if (db == nullptr) return Status::InvalidArgument("DB is empty");
  return SuggestCompactRange(db, db->DefaultColumnFamily(), begin, end);
}

Status PromoteL0(DB* db, ColumnFamilyHandle* column_family, int target_level) {
  if (db == nullptr) return Status::InvalidArgument("Didn't recognize DB object");
  return db->PromoteL0(column_family, target_level);
}

namespace {

class CappedSegments final : public KeySegmentsExtractor {
 public:
  explicit CappedSegments(const std::vector<size_t>& widths) : widths_(widths) {
    id_ = Name();
    for (size_t i = 0; i < widths_.size(); ++i) {
      id_ += (i == 0 ? ":" : ",") + std::to_string(widths_[i]);
    }
  }

  const char* Name() const override { return "CappedKeySegmentsExtractor"; }
  std::string GetId() const override { return id_; }

  void Extract(const Slice& key_or_bound, KeyKind /*kind*/, Result* result) const override {
    size_t end = 0;
    for (size_t width : widths_) {
      if (end == key_or_bound.size()) break;
      end = width < key_or_bound.size() - end ? end + width : key_or_bound.size();
      result->segment_ends.push_back(static_cast<uint32_t>(end));
    }
  }

 private:
  const std::vector<size_t> widths_;
  std::string id_;
};

}  // namespace

std::shared_ptr<const KeySegmentsExtractor> MakeSharedCappedKeySegmentsExtractor(
    const std::vector<size_t>& byte_widths) {
  return std::make_shared<CappedSegments>(byte_widths);
}

}  // namespace experimental
}  // namespace ROCKSDB_NAMESPACE
