// Write batches. What they share with indexed batches comes from batch_updates.h.
#include "rocksdb/write_batch.h"

#include "c_api/batch_updates.h"

using c_api::Slice;
using ROCKSDB_NAMESPACE::WriteBatch;

rocksdb_writebatch_t* rocksdb_writebatch_create() { return new rocksdb_writebatch_t; }

rocksdb_writebatch_t* rocksdb_writebatch_create_from(const char* data, size_t data_size) {
  return new rocksdb_writebatch_t{WriteBatch(std::string(data, data_size))};
}

rocksdb_writebatch_t* rocksdb_writebatch_create_with_params(size_t reserved_bytes, size_t max_bytes,
                                                            size_t protection_bytes_per_key,
                                                            size_t default_family_timestamp_size) {
  return new rocksdb_writebatch_t{WriteBatch(reserved_bytes, max_bytes, protection_bytes_per_key,
                                             default_family_timestamp_size)};
}

void rocksdb_writebatch_destroy(rocksdb_writebatch_t* batch) { delete batch; }

static WriteBatch& Target(rocksdb_writebatch_t* batch) { return batch->rep; }

static WriteBatch& Bytes(rocksdb_writebatch_t* batch) { return batch->rep; }

C_API_BATCH_UPDATES(rocksdb_writebatch_t, rocksdb_writebatch)

void rocksdb_writebatch_put_cf_with_ts(rocksdb_writebatch_t* batch,
                                       rocksdb_column_family_handle_t* family, const char* key,
                                       size_t key_size, const char* timestamp,
                                       size_t timestamp_size, const char* value,
                                       size_t value_size) {
  batch->rep
      .Put(family->rep, Slice(key, key_size), Slice(timestamp, timestamp_size),
           Slice(value, value_size))
      .PermitUncheckedError();
}

void rocksdb_writebatch_delete_cf_with_ts(rocksdb_writebatch_t* batch,
                                          rocksdb_column_family_handle_t* family, const char* key,
                                          size_t key_size, const char* timestamp,
                                          size_t timestamp_size) {
  batch->rep.Delete(family->rep, Slice(key, key_size), Slice(timestamp, timestamp_size))
      .PermitUncheckedError();
}

void rocksdb_writebatch_singledelete_cf_with_ts(rocksdb_writebatch_t* batch,
                                                rocksdb_column_family_handle_t* family,
                                                const char* key, size_t key_size,
                                                const char* timestamp, size_t timestamp_size) {
  batch->rep.SingleDelete(family->rep, Slice(key, key_size), Slice(timestamp, timestamp_size))
      .PermitUncheckedError();
}

void rocksdb_writebatch_pop_save_point(rocksdb_writebatch_t* batch, char** error) {
  c_api::Report(batch->rep.PopSavePoint(), error);
}

// ---- Calling back for each entry ----

namespace {

class FamilyEntries : public WriteBatch::Handler {
 public:
  using Status = ROCKSDB_NAMESPACE::Status;
  using OnPair = void (*)(void*, uint32_t, const char*, size_t, const char*, size_t);
  using OnKey = void (*)(void*, uint32_t, const char*, size_t);

  FamilyEntries(void* state, OnPair put, OnKey deleted, OnPair merge)
      : state_(state), put_(put), deleted_(deleted), merge_(merge) {}

  Status PutCF(uint32_t family, const Slice& key, const Slice& value) override {
    put_(state_, family, key.data(), key.size(), value.data(), value.size());
    return Status::OK();
  }
  Status DeleteCF(uint32_t family, const Slice& key) override {
    deleted_(state_, family, key.data(), key.size());
    return Status::OK();
  }
  Status MergeCF(uint32_t family, const Slice& key, const Slice& operand) override {
    merge_(state_, family, key.data(), key.size(), operand.data(), operand.size());
    return Status::OK();
  }

 private:
  void* state_;
  OnPair put_;
  OnKey deleted_;
  OnPair merge_;
};

}  // namespace

void rocksdb_writebatch_iterate_cf(
    rocksdb_writebatch_t* batch, void* state,
    void (*put_cf)(void* state, uint32_t family_id, const char* key, size_t key_size,
                   const char* value, size_t value_size),
    void (*deleted_cf)(void* state, uint32_t family_id, const char* key, size_t key_size),
    void (*merge_cf)(void* state, uint32_t family_id, const char* key, size_t key_size,
                     const char* value, size_t value_size)) {
  FamilyEntries entries(state, put_cf, deleted_cf, merge_cf);
  batch->rep.Iterate(&entries).PermitUncheckedError();
}
