// Moves from file to file; see the header.
#include "table/concat_iterator.h"

namespace ROCKSDB_NAMESPACE {

// Compares largest keys: for a key between two files the next file is the answer.
size_t FindFileFor(const InternalKeyOrder& order, const FileBoundsList& files, const Slice& ikey) {
  size_t low = 0, high = files.count();
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (order.Compare(files.largest(middle), ikey) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

namespace {

// A file that failed ends the walk in either direction. Entering the next file would silently
// leave out the entries of the failed one.
class ConcatIterator final : public InternalIterator {
 public:
  ConcatIterator(const InternalKeyOrder& order, std::shared_ptr<const FileBoundsList> files,
                 FileOpener opener, const ConcatOptions& options)
      : order_(order),
        files_(std::move(files)),
        opener_(std::move(opener)),
        options_(options),
        at_(files_->count()) {}

  void SeekToFirst() override {
    Enter(0);
    if (file_ != nullptr) file_->SeekToFirst();
    SettleForward();
  }
  void SeekToLast() override {
    Enter(files_->count() - 1);
    if (file_ != nullptr) file_->SeekToLast();
    SettleBackward();
  }
  void Seek(const Slice& target) override {
    Enter(FindFileFor(order_, *files_, target));
    if (file_ != nullptr) file_->Seek(target);
    SettleForward();
  }
  void SeekForPrev(const Slice& target) override {
    size_t i = FindFileFor(order_, *files_, target);
    // The answer beyond the last file is the last entry of all. There is at least one file.
    if (i == files_->count()) --i;
    Enter(i);
    if (file_ != nullptr) file_->SeekForPrev(target);
    SettleBackward();
  }
  // Within a file a move costs one more call than the file's own. A merge moves the file itself.
  void Next() override {
    file_->Next();
    if (file_->Valid()) [[likely]] {
      Show();
    } else {
      SettleForward();
    }
  }
  void Prev() override {
    file_->Prev();
    if (file_->Valid()) [[likely]] {
      Show();
    } else {
      SettleBackward();
    }
  }
  void GoOn(bool forward) override { forward ? SettleForward() : SettleBackward(); }
  void SetTotalOrder(bool on) override {
    total_order_ = on;
    if (file_ != nullptr) file_->SetTotalOrder(on);
  }
  Status status() const override { return file_ == nullptr ? Status::OK() : file_->status(); }
  // Going on to the next file deletes the iterator to whose bytes a pinned key would point.
  bool KeyPinned() const override { return false; }

 private:
  // Makes file i the current one. There is none when i is out of range (which includes a wrapped
  // -1).
  void Enter(size_t i) {
    if (i >= files_->count() || BeyondBound(i)) {
      file_.reset();
      mover_ = nullptr;
      // at_ is set even without a file, so that going backward can start from here.
      at_ = i;
      return;
    }
    // The same file again: only its position changes. After an error the file is opened anew.
    if (file_ != nullptr && at_ == i && file_->status().ok()) return;
    file_.reset(opener_(i));
    file_->SetTotalOrder(total_order_);
    mover_ = file_.get();
    at_ = i;
  }

  // Whether file i begins at or beyond the bound. It then holds nothing that the caller may see,
  // so the walk does not open it; going backward it steps over the file.
  bool BeyondBound(size_t i) const {
    if (options_.upper_bound == nullptr) return false;
    return order_.user_comparator()->CompareWithoutTimestamp(
               UserKeyOf(files_->smallest(i)), /*a_has_ts=*/true, *options_.upper_bound,
               /*b_has_ts=*/false) >= 0;
  }

  void SettleForward() {
    while (file_ != nullptr && !file_->Valid() && file_->status().ok()) {
      Enter(at_ + 1);
      if (file_ != nullptr) file_->SeekToFirst();
    }
    Show();
  }
  void SettleBackward() {
    // Without a current file the position lies beyond the bound, and the answer may be in the file
    // before it.
    while ((file_ == nullptr || (!file_->Valid() && file_->status().ok())) && at_ > 0 &&
           at_ < files_->count()) {
      Enter(at_ - 1);
      if (file_ != nullptr) file_->SeekToLast();
    }
    Show();
  }

  void Show() {
    valid_ = file_ != nullptr && file_->Valid();
    if (!valid_) return;
    key_ = file_->key();
    value_ = file_->value();
  }

  const InternalKeyOrder order_;
  const std::shared_ptr<const FileBoundsList> files_;
  const FileOpener opener_;
  const ConcatOptions options_;
  // Index of file_; without a file the index of the place reached.
  size_t at_;
  bool total_order_ = false;
  std::unique_ptr<InternalIterator> file_;
};

}  // namespace

InternalIterator* NewConcatIterator(const InternalKeyOrder& order,
                                    std::shared_ptr<const FileBoundsList> files, FileOpener opener,
                                    const ConcatOptions& options) {
  if (files->count() == 0) return NewEmptyInternalIterator();
  return new ConcatIterator(order, std::move(files), std::move(opener), options);
}

}  // namespace ROCKSDB_NAMESPACE
