// Public iterators that stand for "nothing" or for an error, and the default answers of iterators.
#include "rocksdb/attribute_groups.h"
#include "rocksdb/iterator.h"

namespace ROCKSDB_NAMESPACE {

const AttributeGroups kNoAttributeGroups;
const IteratorAttributeGroups kNoIteratorAttributeGroups;

namespace {

// A public iterator of any type, without entries. The methods that need an entry must not be
// called.
template <class Base>
class NoEntries : public Base {
 public:
  explicit NoEntries(const Status& status) : status_(status) {}

  bool Valid() const override { return false; }
  void SeekToFirst() override {}
  void SeekToLast() override {}
  void Seek(const Slice& /*target*/) override {}
  void SeekForPrev(const Slice& /*target*/) override {}
  void Next() override {}
  void Prev() override {}
  Slice key() const override { return Slice(); }
  Status status() const override { return status_; }
  using Base::Refresh;
  Status Refresh(const Snapshot* /*snapshot*/) override { return status_; }

 private:
  const Status status_;
};

class NoValues final : public NoEntries<Iterator> {
 public:
  using NoEntries<Iterator>::NoEntries;
  Slice value() const override { return Slice(); }
};

class NoGroups final : public NoEntries<AttributeGroupIterator> {
 public:
  using NoEntries<AttributeGroupIterator>::NoEntries;
  const IteratorAttributeGroups& attribute_groups() const override {
    return kNoIteratorAttributeGroups;
  }
};

}  // namespace

Status Iterator::GetProperty(std::string prop_name, std::string* prop) {
  if (prop == nullptr) return Status::InvalidArgument("prop is nullptr");
  if (prop_name == "rocksdb.iterator.is-key-pinned") {
    *prop = "0";
    return Status::OK();
  }
  return Status::InvalidArgument("Unidentified property.");
}

Iterator* NewEmptyIterator() { return NewErrorIterator(Status::OK()); }

Iterator* NewErrorIterator(const Status& status) { return new NoValues(status); }

std::unique_ptr<AttributeGroupIterator> NewAttributeGroupErrorIterator(const Status& status) {
  return std::make_unique<NoGroups>(status);
}

}  // namespace ROCKSDB_NAMESPACE
