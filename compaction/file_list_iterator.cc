// File lists as iterators.
#include "compaction/file_list_iterator.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {
namespace {

class ListBounds final : public FileBoundsList {
 public:
  explicit ListBounds(FileList files) : files_(std::move(files)) {}
  size_t count() const override { return files_.size(); }
  Slice smallest(size_t i) const override { return files_[i]->smallest; }
  Slice largest(size_t i) const override { return files_[i]->largest; }
  const FilePtr& file(size_t i) const { return files_[i]; }

 private:
  const FileList files_;
};

}  // namespace

InternalIterator* NewFileListIterator(const InternalKeyOrder& order, FileList files,
                                      TableOpener open, const ConcatOptions& options) {
  if (files.size() == 1) return open(files[0]);
  auto bounds = std::make_shared<const ListBounds>(std::move(files));
  auto opener = [bounds, open = std::move(open)](size_t i) { return open(bounds->file(i)); };
  return NewConcatIterator(order, bounds, std::move(opener), options);
}

std::vector<FileList> GroupDisjoint(const InternalKeyOrder& order, FileList files) {
  std::sort(files.begin(), files.end(), [&](const FilePtr& a, const FilePtr& b) {
    return order.Compare(a->smallest, b->smallest) < 0;
  });
  std::vector<FileList> groups;
  for (FilePtr& file : files) {
    auto fits = std::find_if(groups.begin(), groups.end(), [&](const FileList& group) {
      return EndsBefore(order, UserRange::Of(*group.back()), UserRange::Of(*file));
    });
    if (fits == groups.end()) fits = groups.insert(groups.end(), FileList());
    fits->push_back(std::move(file));
  }
  return groups;
}

}  // namespace ROCKSDB_NAMESPACE
