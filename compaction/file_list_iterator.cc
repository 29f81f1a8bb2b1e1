// File lists as iterators.
#include "compaction/file_list_iterator.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {
namespace {

// `Files` holds them, or refers to who does.
template <class Files>
class Bounds final : public FileBoundsList {
 public:
  explicit Bounds(Files files) : files_(std::move(files)) {}
  size_t count() const override { return files_.size(); }
  Slice smallest(size_t i) const override { return files_[i]->smallest; }
  Slice largest(size_t i) const override { return files_[i]->largest; }
  const FilePtr& file(size_t i) const { return files_[i]; }

 private:
  const Files files_;
};

template <class Files>
InternalIterator* NewIteratorOver(const InternalKeyOrder& order, Files files, TableOpener open,
                                  const ConcatOptions& options) {
  if (files.size() == 1) return open(files[0]);
  auto bounds = std::make_shared<const Bounds<Files>>(std::move(files));
  auto opener = [bounds, open = std::move(open)](size_t i) { return open(bounds->file(i)); };
  return NewConcatIterator(order, bounds, std::move(opener), options);
}

}  // namespace

InternalIterator* NewFileListIterator(const InternalKeyOrder& order, FileList files,
                                      TableOpener open, const ConcatOptions& options) {
  return NewIteratorOver(order, std::move(files), std::move(open), options);
}

InternalIterator* NewFileSpanIterator(const InternalKeyOrder& order, std::span<const FilePtr> files,
                                      TableOpener open, const ConcatOptions& options) {
  return NewIteratorOver(order, files, std::move(open), options);
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
