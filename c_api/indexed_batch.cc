// Write batches with an index, which can be read.
#include "c_api/batch_updates.h"
#include "rocksdb/utilities/write_batch_with_index.h"

using c_api::Slice;
using c_api::TakePinned;
using c_api::TakeValue;
using ROCKSDB_NAMESPACE::PinnableSlice;
using ROCKSDB_NAMESPACE::WriteBatch;
using ROCKSDB_NAMESPACE::WriteBatchWithIndex;

rocksdb_writebatch_wi_t* rocksdb_writebatch_wi_create(size_t reserved_bytes,
                                                      unsigned char overwrite_key) {
  return new rocksdb_writebatch_wi_t{new WriteBatchWithIndex(
      ROCKSDB_NAMESPACE::BytewiseComparator(), reserved_bytes, overwrite_key != 0)};
}

rocksdb_writebatch_wi_t* rocksdb_writebatch_wi_create_with_params(rocksdb_comparator_t* comparator,
                                                                  size_t reserved_bytes,
                                                                  unsigned char overwrite_key,
                                                                  size_t max_bytes,
                                                                  size_t protection_bytes_per_key) {
  return new rocksdb_writebatch_wi_t{new WriteBatchWithIndex(
      comparator, reserved_bytes, overwrite_key != 0, max_bytes, protection_bytes_per_key)};
}

void rocksdb_writebatch_wi_destroy(rocksdb_writebatch_wi_t* batch) {
  delete batch->rep;
  delete batch;
}

static WriteBatchWithIndex& Target(rocksdb_writebatch_wi_t* batch) { return *batch->rep; }

static WriteBatch& Bytes(rocksdb_writebatch_wi_t* batch) { return *batch->rep->GetWriteBatch(); }

C_API_BATCH_UPDATES(rocksdb_writebatch_wi_t, rocksdb_writebatch_wi)

// ---- An index over the bytes of a batch ----

namespace {

// Stands for a family of which only the number is known. Its keys are in the order of their bytes.
class NumberedFamily : public ROCKSDB_NAMESPACE::ColumnFamilyHandle {
 public:
  using Status = ROCKSDB_NAMESPACE::Status;

  explicit NumberedFamily(uint32_t id) : id_(id) {}
  const std::string& GetName() const override { return name_; }
  uint32_t GetID() const override { return id_; }
  Status GetDescriptor(ROCKSDB_NAMESPACE::ColumnFamilyDescriptor*) override {
    return Status::NotSupported("GetDescriptor: only the number of this column family is known");
  }
  const ROCKSDB_NAMESPACE::Comparator* GetComparator() const override {
    return ROCKSDB_NAMESPACE::BytewiseComparator();
  }

 private:
  uint32_t id_;
  std::string name_;
};

// Adds every entry of a batch to an indexed one.
class Indexer : public WriteBatch::Handler {
 public:
  using Status = ROCKSDB_NAMESPACE::Status;

  explicit Indexer(WriteBatchWithIndex* target) : target_(target) {}

  Status PutCF(uint32_t family, const Slice& key, const Slice& value) override {
    NumberedFamily handle(family);
    return target_->Put(&handle, key, value);
  }
  Status DeleteCF(uint32_t family, const Slice& key) override {
    NumberedFamily handle(family);
    return target_->Delete(&handle, key);
  }
  Status SingleDeleteCF(uint32_t family, const Slice& key) override {
    NumberedFamily handle(family);
    return target_->SingleDelete(&handle, key);
  }
  Status MergeCF(uint32_t family, const Slice& key, const Slice& operand) override {
    NumberedFamily handle(family);
    return target_->Merge(&handle, key, operand);
  }
  Status DeleteRangeCF(uint32_t family, const Slice& begin, const Slice& end) override {
    NumberedFamily handle(family);
    return target_->DeleteRange(&handle, begin, end);
  }
  void LogData(const Slice& blob) override { target_->PutLogData(blob).PermitUncheckedError(); }

 private:
  WriteBatchWithIndex* target_;
};

}  // namespace

rocksdb_writebatch_wi_t* rocksdb_writebatch_wi_create_from(const char* data, size_t data_size) {
  rocksdb_writebatch_wi_t* batch = rocksdb_writebatch_wi_create(data_size, 0);
  Indexer indexer(batch->rep);
  if (!WriteBatch(std::string(data, data_size)).Iterate(&indexer).ok()) {
    rocksdb_writebatch_wi_destroy(batch);
    return nullptr;
  }
  return batch;
}

// ---- Reading the batch, alone or over a database ----

char* rocksdb_writebatch_wi_get_from_batch(rocksdb_writebatch_wi_t* batch,
                                           const rocksdb_options_t* options, const char* key,
                                           size_t key_size, size_t* value_size, char** error) {
  std::string value;
  const auto status = batch->rep->GetFromBatch(options->rep, Slice(key, key_size), &value);
  return TakeValue(status, value, value_size, error);
}

char* rocksdb_writebatch_wi_get_from_batch_cf(rocksdb_writebatch_wi_t* batch,
                                              const rocksdb_options_t* options,
                                              rocksdb_column_family_handle_t* family,
                                              const char* key, size_t key_size, size_t* value_size,
                                              char** error) {
  std::string value;
  const auto status =
      batch->rep->GetFromBatch(family->rep, options->rep, Slice(key, key_size), &value);
  return TakeValue(status, value, value_size, error);
}

char* rocksdb_writebatch_wi_get_from_batch_and_db(rocksdb_writebatch_wi_t* batch, rocksdb_t* db,
                                                  const rocksdb_readoptions_t* read_options,
                                                  const char* key, size_t key_size,
                                                  size_t* value_size, char** error) {
  PinnableSlice value;
  const auto status =
      batch->rep->GetFromBatchAndDB(db->rep, read_options->rep, Slice(key, key_size), &value);
  return TakeValue(status, value, value_size, error);
}

char* rocksdb_writebatch_wi_get_from_batch_and_db_cf(rocksdb_writebatch_wi_t* batch, rocksdb_t* db,
                                                     const rocksdb_readoptions_t* read_options,
                                                     rocksdb_column_family_handle_t* family,
                                                     const char* key, size_t key_size,
                                                     size_t* value_size, char** error) {
  PinnableSlice value;
  const auto status = batch->rep->GetFromBatchAndDB(db->rep, read_options->rep, family->rep,
                                                    Slice(key, key_size), &value);
  return TakeValue(status, value, value_size, error);
}

rocksdb_pinnableslice_t* rocksdb_writebatch_wi_get_pinned_from_batch_and_db(
    rocksdb_writebatch_wi_t* batch, rocksdb_t* db, const rocksdb_readoptions_t* read_options,
    const char* key, size_t key_size, char** error) {
  return TakePinned(error, [&](PinnableSlice* value) {
    return batch->rep->GetFromBatchAndDB(db->rep, read_options->rep, Slice(key, key_size), value);
  });
}

rocksdb_pinnableslice_t* rocksdb_writebatch_wi_get_pinned_from_batch_and_db_cf(
    rocksdb_writebatch_wi_t* batch, rocksdb_t* db, const rocksdb_readoptions_t* read_options,
    rocksdb_column_family_handle_t* family, const char* key, size_t key_size, char** error) {
  return TakePinned(error, [&](PinnableSlice* value) {
    return batch->rep->GetFromBatchAndDB(db->rep, read_options->rep, family->rep,
                                         Slice(key, key_size), value);
  });
}

// ---- Iterators over batch and base; the base's handle is consumed ----

static rocksdb_iterator_t* OverBase(rocksdb_writebatch_wi_t* batch, rocksdb_iterator_t* base,
                                    rocksdb_column_family_handle_t* family,
                                    const rocksdb_readoptions_t* read_options) {
  const auto* options = read_options != nullptr ? &read_options->rep : nullptr;
  base->rep = family != nullptr ? batch->rep->NewIteratorWithBase(family->rep, base->rep, options)
                                : batch->rep->NewIteratorWithBase(base->rep, options);
  return base;
}

rocksdb_iterator_t* rocksdb_writebatch_wi_create_iterator_with_base(rocksdb_writebatch_wi_t* batch,
                                                                    rocksdb_iterator_t* base) {
  return OverBase(batch, base, nullptr, nullptr);
}

rocksdb_iterator_t* rocksdb_writebatch_wi_create_iterator_with_base_readopts(
    rocksdb_writebatch_wi_t* batch, rocksdb_iterator_t* base,
    const rocksdb_readoptions_t* read_options) {
  return OverBase(batch, base, nullptr, read_options);
}

rocksdb_iterator_t* rocksdb_writebatch_wi_create_iterator_with_base_cf(
    rocksdb_writebatch_wi_t* batch, rocksdb_iterator_t* base,
    rocksdb_column_family_handle_t* family) {
  return OverBase(batch, base, family, nullptr);
}

rocksdb_iterator_t* rocksdb_writebatch_wi_create_iterator_with_base_cf_readopts(
    rocksdb_writebatch_wi_t* batch, rocksdb_iterator_t* base,
    rocksdb_column_family_handle_t* family, const rocksdb_readoptions_t* read_options) {
  return OverBase(batch, base, family, read_options);
}
