// MultiScan over the public interface: an iterator for each range, all over one state, which a
// snapshot holds; or one iterator for all ranges, which holds its state itself.
#include "rocksdb/multi_scan.h"

#include "rocksdb/comparator.h"
#include "rocksdb/db.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Another iterator up to a limit, which may change before each seek.
class LimitedIterator final : public Iterator {
 public:
  // *limit is null where there is none.
  LimitedIterator(std::unique_ptr<Iterator> whole, const Comparator* comparator,
                  const Slice* const* limit)
      : whole_(std::move(whole)), comparator_(comparator), limit_(limit) {}

  bool Valid() const override {
    return whole_->Valid() &&
           (*limit_ == nullptr || comparator_->Compare(whole_->key(), **limit_) < 0);
  }
  Slice key() const override { return whole_->key(); }
  Slice value() const override { return whole_->value(); }
  const WideColumns& columns() const override { return whole_->columns(); }
  bool PrepareValue() override { return whole_->PrepareValue(); }
  Status status() const override { return whole_->status(); }
  void SeekToFirst() override { whole_->SeekToFirst(); }
  void SeekToLast() override { whole_->SeekToLast(); }
  void Seek(const Slice& target) override { whole_->Seek(target); }
  void SeekForPrev(const Slice& target) override { whole_->SeekForPrev(target); }
  void Next() override { whole_->Next(); }
  void Prev() override { whole_->Prev(); }

 private:
  const std::unique_ptr<Iterator> whole_;
  const Comparator* const comparator_;
  const Slice* const* const limit_;
};

}  // namespace

MultiScan::MultiScan(const ReadOptions& read_options, const MultiScanArgs& scan_opts, DB* db,
                     ColumnFamilyHandle* cfh)
    : read_options_(read_options), scan_opts_(scan_opts), db_(db), cfh_(cfh) {
  if (read_options_.snapshot == nullptr) {
    own_snapshot_ = std::make_unique<ManagedSnapshot>(db);
    read_options_.snapshot = own_snapshot_->snapshot();
  }
}

MultiScan::MultiScan(const MultiScanArgs& scan_opts, std::unique_ptr<Iterator>&& whole,
                     const Comparator* comparator)
    : scan_opts_(scan_opts),
      db_iter_(std::make_unique<LimitedIterator>(std::move(whole), comparator,
                                                 &read_options_.iterate_upper_bound)) {}

MultiScan::MultiScan(std::unique_ptr<Iterator>&& db_iter) : db_iter_(std::move(db_iter)) {}

MultiScan::~MultiScan() { db_iter_.reset(); }

MultiScan::MultiScanIterator MultiScan::begin() {
  return MultiScanIterator(scan_opts_.GetScanRanges(), db_, cfh_, read_options_, &upper_bound_,
                           db_iter_);
}

MultiScan::MultiScanIterator::MultiScanIterator(const std::vector<ScanOptions>& scan_opts, DB* db,
                                                ColumnFamilyHandle* cfh, ReadOptions& read_options,
                                                Slice* upper_bound,
                                                std::unique_ptr<Iterator>& db_iter)
    : ranges_(scan_opts),
      db_(db),
      cfh_(cfh),
      read_options_(read_options),
      upper_bound_(upper_bound),
      db_iter_(db_iter),
      scan_(nullptr) {
  if (db_ == nullptr) {
    if (Status s = db_iter_->status(); !s.ok()) throw MultiScanException(s);
  }
  SeekRange();
}

MultiScan::MultiScanIterator& MultiScan::MultiScanIterator::operator++() {
  ++present_;
  SeekRange();
  return *this;
}

// A new iterator each time, as far as possible: an iterator leaves out the tables behind its bound
// when it is made.
void MultiScan::MultiScanIterator::SeekRange() {
  if (present_ >= ranges_.size()) return;
  const RangeOpt& range = ranges_[present_].range;
  read_options_.iterate_upper_bound = nullptr;
  if (range.limit.has_value()) {
    *upper_bound_ = range.limit.value();
    read_options_.iterate_upper_bound = upper_bound_;
  }
  if (db_ != nullptr) db_iter_.reset(db_->NewIterator(read_options_, cfh_));
  db_iter_->Seek(range.start.value());
  if (Status s = db_iter_->status(); !s.ok()) throw MultiScanException(s);
  scan_.Reset(db_iter_.get());
}

std::unique_ptr<MultiScan> DB::NewMultiScan(const ReadOptions& options, ColumnFamilyHandle* cf,
                                            const MultiScanArgs& scan_opts) {
  return std::make_unique<MultiScan>(options, scan_opts, this, cf);
}

}  // namespace ROCKSDB_NAMESPACE
