// DBWithTTL: writes add the time to each value, reads take it off, compactions drop what has
// expired (ttl_filter.h).
#include "rocksdb/utilities/db_ttl.h"

#include <algorithm>

#include "rocksdb/attribute_groups.h"
#include "rocksdb/multi_scan.h"
#include "rocksdb/write_batch.h"
#include "utilities/ttl_filter.h"
#include "utilities/ttl_merge.h"
#include "utilities/ttl_values.h"

namespace ROCKSDB_NAMESPACE {

namespace {

Status NoColumns() { return Status::NotSupported("DBWithTTL: wide columns"); }

// Options of a family whose values carry times.
ColumnFamilyOptions WithTtl(ColumnFamilyOptions options, int32_t ttl,
                            const std::shared_ptr<SystemClock>& clock) {
  options.compaction_filter_factory = std::make_shared<TtlFilterFactory>(
      ttl, clock, options.compaction_filter, options.compaction_filter_factory);
  options.compaction_filter = nullptr;
  if (options.merge_operator != nullptr) {
    options.merge_operator = std::make_shared<TtlMergeOperator>(options.merge_operator, clock);
  }
  return options;
}

// Copies a batch, and adds the time to each value.
class TimingHandler final : public WriteBatch::Handler {
 public:
  TimingHandler(SystemClock* clock, WriteBatch* to) : clock_(clock), to_(to) {}

  Status PutCF(uint32_t cf_id, const Slice& key, const Slice& value) override {
    Status s = Stamp(value);
    return s.ok() ? to_->Put(Handle(cf_id), key, stamped_) : s;
  }
  Status MergeCF(uint32_t cf_id, const Slice& key, const Slice& operand) override {
    Status s = Stamp(operand);
    return s.ok() ? to_->Merge(Handle(cf_id), key, stamped_) : s;
  }
  Status DeleteCF(uint32_t cf_id, const Slice& key) override {
    return to_->Delete(Handle(cf_id), key);
  }
  Status SingleDeleteCF(uint32_t cf_id, const Slice& key) override {
    return to_->SingleDelete(Handle(cf_id), key);
  }
  Status DeleteRangeCF(uint32_t cf_id, const Slice& begin, const Slice& end) override {
    return to_->DeleteRange(Handle(cf_id), begin, end);
  }
  Status PutEntityCF(uint32_t /*cf_id*/, const Slice& /*key*/, const Slice& /*entity*/) override {
    return NoColumns();
  }
  void LogData(const Slice& blob) override { log_data_.UpdateIfOk(to_->PutLogData(blob)); }
  // Of the log data.
  const Status& status() const { return log_data_; }

 private:
  // A batch asks a handle for nothing but its number and its comparator's timestamps.
  class NumberedHandle final : public ColumnFamilyHandle {
   public:
    void Set(uint32_t id) { id_ = id; }
    const std::string& GetName() const override { return kDefaultColumnFamilyName; }
    uint32_t GetID() const override { return id_; }
    Status GetDescriptor(ColumnFamilyDescriptor* /*desc*/) override {
      return Status::NotSupported("DBWithTTL");
    }
    const Comparator* GetComparator() const override { return BytewiseComparator(); }

   private:
    uint32_t id_ = 0;
  };

  ColumnFamilyHandle* Handle(uint32_t cf_id) {
    handle_.Set(cf_id);
    return &handle_;
  }
  Status Stamp(const Slice& value) {
    stamped_.assign(value.data(), value.size());
    return AppendTtlTime(clock_, &stamped_);
  }

  SystemClock* const clock_;
  WriteBatch* const to_;
  NumberedHandle handle_;
  std::string stamped_;
  Status log_data_;
};

// Shows values without their times.
class TtlIterator final : public Iterator {
 public:
  explicit TtlIterator(Iterator* inner) : inner_(inner) {}

  bool Valid() const override { return inner_->Valid(); }
  void SeekToFirst() override { inner_->SeekToFirst(); }
  void SeekToLast() override { inner_->SeekToLast(); }
  void Seek(const Slice& target) override { inner_->Seek(target); }
  void SeekForPrev(const Slice& target) override { inner_->SeekForPrev(target); }
  void Next() override { inner_->Next(); }
  void Prev() override { inner_->Prev(); }
  bool PrepareValue() override { return inner_->PrepareValue(); }
  Slice key() const override { return inner_->key(); }
  Slice value() const override {
    Slice stored = inner_->value();
    stored.remove_suffix(std::min(stored.size(), kTtlTimeBytes));
    return stored;
  }
  // There are plain values only.
  const WideColumns& columns() const override {
    columns_.assign(1, WideColumn(kDefaultWideColumnName, value()));
    return columns_;
  }
  Status status() const override { return inner_->status(); }
  using IteratorBase::Refresh;
  Status Refresh(const Snapshot* snapshot) override { return inner_->Refresh(snapshot); }
  Status GetProperty(std::string name, std::string* value) override {
    return inner_->GetProperty(std::move(name), value);
  }

 private:
  const std::unique_ptr<Iterator> inner_;
  mutable WideColumns columns_;
};

// As safe for threads as the database underneath.
class TtlDatabase final : public DBWithTTL {
 public:
  explicit TtlDatabase(std::unique_ptr<DB> db)
      : DBWithTTL(db.release()), clock_(GetEnv()->GetSystemClock()) {}

  // ---- Families ----

  Status CreateColumnFamilyWithTtl(const ColumnFamilyOptions& options, const std::string& cf_name,
                                   ColumnFamilyHandle** handle, int ttl) override {
    return StackableDB::CreateColumnFamily(WithTtl(options, ttl, clock_), cf_name, handle);
  }
  Status CreateColumnFamily(const ColumnFamilyOptions& options, const std::string& cf_name,
                            ColumnFamilyHandle** handle) override {
    return CreateColumnFamilyWithTtl(options, cf_name, handle, 0);
  }
  Status CreateColumnFamilies(const ColumnFamilyOptions& options,
                              const std::vector<std::string>& cf_names,
                              std::vector<ColumnFamilyHandle*>* handles) override {
    return StackableDB::CreateColumnFamilies(WithTtl(options, 0, clock_), cf_names, handles);
  }
  Status CreateColumnFamilies(const std::vector<ColumnFamilyDescriptor>& families,
                              std::vector<ColumnFamilyHandle*>* handles) override {
    std::vector<ColumnFamilyDescriptor> with_ttl = families;
    for (ColumnFamilyDescriptor& family : with_ttl) {
      family.options = WithTtl(family.options, 0, clock_);
    }
    return StackableDB::CreateColumnFamilies(with_ttl, handles);
  }

  void SetTtl(int32_t ttl) override { SetTtl(DefaultColumnFamily(), ttl); }
  void SetTtl(ColumnFamilyHandle* cf, int32_t ttl) override {
    if (auto factory = FactoryOf(cf); factory != nullptr) factory->SetTtl(ttl);
  }
  Status GetTtl(ColumnFamilyHandle* cf, int32_t* ttl) override {
    auto factory = FactoryOf(cf);
    if (factory == nullptr) return Status::InvalidArgument("The column family has no ttl");
    *ttl = factory->GetTtl();
    return Status::OK();
  }

  // ---- Writing ----

  using StackableDB::Put;
  Status Put(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
             const Slice& value) override {
    WriteBatch batch;
    Status s = batch.Put(cf, key, value);
    return s.ok() ? Write(options, &batch) : s;
  }
  using StackableDB::Merge;
  Status Merge(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
               const Slice& operand) override {
    WriteBatch batch;
    Status s = batch.Merge(cf, key, operand);
    return s.ok() ? Write(options, &batch) : s;
  }
  Status Write(const WriteOptions& options, WriteBatch* batch) override {
    WriteBatch timed;
    TimingHandler handler(clock_.get(), &timed);
    Status s = batch->Iterate(&handler);
    s.UpdateIfOk(handler.status());
    return s.ok() ? StackableDB::Write(options, &timed) : s;
  }
  using StackableDB::PutEntity;
  Status PutEntity(const WriteOptions& /*options*/, ColumnFamilyHandle* /*cf*/,
                   const Slice& /*key*/, const WideColumns& /*columns*/) override {
    return NoColumns();
  }
  Status PutEntity(const WriteOptions& /*options*/, const Slice& /*key*/,
                   const AttributeGroups& /*groups*/) override {
    return NoColumns();
  }

  // ---- Reading ----

  // Columns would show the times of values.
  using StackableDB::GetEntity;
  Status GetEntity(const ReadOptions& /*options*/, ColumnFamilyHandle* /*cf*/, const Slice& /*key*/,
                   PinnableWideColumns* /*columns*/) override {
    return NoColumns();
  }
  Status GetEntity(const ReadOptions& /*options*/, const Slice& /*key*/,
                   PinnableAttributeGroups* /*groups*/) override {
    return NoColumns();
  }
  void MultiGetEntity(const ReadOptions& /*options*/, ColumnFamilyHandle* /*cf*/, size_t num_keys,
                      const Slice* /*keys*/, PinnableWideColumns* /*results*/, Status* statuses,
                      bool /*sorted_input*/) override {
    std::fill_n(statuses, num_keys, NoColumns());
  }
  void MultiGetEntity(const ReadOptions& /*options*/, size_t num_keys, ColumnFamilyHandle** /*cfs*/,
                      const Slice* /*keys*/, PinnableWideColumns* /*results*/, Status* statuses,
                      bool /*sorted_input*/) override {
    std::fill_n(statuses, num_keys, NoColumns());
  }
  void MultiGetEntity(const ReadOptions& /*options*/, size_t num_keys, const Slice* /*keys*/,
                      PinnableAttributeGroups* results) override {
    for (size_t i = 0; i < num_keys; ++i) {
      for (PinnableAttributeGroup& group : results[i]) group.SetStatus(NoColumns());
    }
  }
  std::unique_ptr<Iterator> NewCoalescingIterator(
      const ReadOptions& /*options*/, const std::vector<ColumnFamilyHandle*>& /*cfs*/) override {
    return std::unique_ptr<Iterator>(NewErrorIterator(NoColumns()));
  }
  std::unique_ptr<AttributeGroupIterator> NewAttributeGroupIterator(
      const ReadOptions& /*options*/, const std::vector<ColumnFamilyHandle*>& /*cfs*/) override {
    return NewAttributeGroupErrorIterator(NoColumns());
  }

  using StackableDB::Get;
  Status Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
             PinnableSlice* value, std::string* timestamp) override {
    Status s = StackableDB::Get(options, cf, key, value, timestamp);
    return s.ok() ? TakeTimeOff(value) : s;
  }
  using StackableDB::MultiGet;
  void MultiGet(const ReadOptions& options, const size_t num_keys, ColumnFamilyHandle** cfs,
                const Slice* keys, PinnableSlice* values, std::string* timestamps, Status* statuses,
                const bool sorted_input) override {
    StackableDB::MultiGet(options, num_keys, cfs, keys, values, timestamps, statuses, sorted_input);
    for (size_t i = 0; i < num_keys; ++i) {
      if (statuses[i].ok()) statuses[i] = TakeTimeOff(&values[i]);
    }
  }
  using StackableDB::KeyMayExist;
  bool KeyMayExist(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   std::string* value, std::string* timestamp, bool* value_found) override {
    bool found = false;
    const bool may = StackableDB::KeyMayExist(options, cf, key, value, timestamp, &found);
    if (value_found != nullptr) *value_found = found;
    if (may && found && value != nullptr && value->size() >= kTtlTimeBytes) {
      value->resize(value->size() - kTtlTimeBytes);
    }
    return may;
  }
  bool KeyMayExist(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   std::string* value, bool* value_found) override {
    return KeyMayExist(options, cf, key, value, nullptr, value_found);
  }
  using StackableDB::NewIterator;
  Iterator* NewIterator(const ReadOptions& options, ColumnFamilyHandle* cf) override {
    return new TtlIterator(StackableDB::NewIterator(options, cf));
  }
  Status NewIterators(const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families,
                      std::vector<Iterator*>* iterators) override {
    Status s = StackableDB::NewIterators(options, families, iterators);
    for (Iterator*& iterator : *iterators) iterator = new TtlIterator(iterator);
    return s;
  }
  // Over the iterators of this database, which take the times off.
  std::unique_ptr<MultiScan> NewMultiScan(const ReadOptions& options, ColumnFamilyHandle* cf,
                                          const MultiScanArgs& scan_opts) override {
    return DB::NewMultiScan(options, cf, scan_opts);
  }

 private:
  static Status TakeTimeOff(PinnableSlice* value) {
    Slice without;
    int32_t seconds = 0;
    Status s = SplitTtlValue(*value, &without, &seconds);
    if (s.ok()) value->remove_suffix(kTtlTimeBytes);
    return s;
  }

  // Null for a family without a ttl factory.
  std::shared_ptr<TtlFilterFactory> FactoryOf(ColumnFamilyHandle* cf) {
    return std::dynamic_pointer_cast<TtlFilterFactory>(
        StackableDB::GetOptions(cf).compaction_filter_factory);
  }

  const std::shared_ptr<SystemClock> clock_;
};

}  // namespace

Status DBWithTTL::Open(const Options& options, const std::string& name, DBWithTTL** db, int32_t ttl,
                       bool read_only) {
  std::vector<ColumnFamilyHandle*> handles;
  Status s = Open(DBOptions(options), name,
                  {ColumnFamilyDescriptor(kDefaultColumnFamilyName, ColumnFamilyOptions(options))},
                  &handles, db, {ttl}, read_only);
  // The database keeps a handle of its own.
  if (s.ok()) delete handles[0];
  return s;
}

Status DBWithTTL::Open(const DBOptions& db_options, const std::string& name,
                       const std::vector<ColumnFamilyDescriptor>& families,
                       std::vector<ColumnFamilyHandle*>* handles, DBWithTTL** db,
                       const std::vector<int32_t>& ttls, bool read_only) {
  *db = nullptr;
  if (ttls.size() != families.size()) {
    return Status::InvalidArgument("There must be as many ttls as column families");
  }
  const Env* env = db_options.env != nullptr ? db_options.env : Env::Default();
  std::vector<ColumnFamilyDescriptor> with_ttl = families;
  for (size_t i = 0; i < with_ttl.size(); ++i) {
    with_ttl[i].options = WithTtl(with_ttl[i].options, ttls[i], env->GetSystemClock());
  }
  std::unique_ptr<DB> opened;
  Status s = read_only ? DB::OpenForReadOnly(db_options, name, with_ttl, handles, &opened)
                       : DB::Open(db_options, name, with_ttl, handles, &opened);
  if (s.ok()) *db = new TtlDatabase(std::move(opened));
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
