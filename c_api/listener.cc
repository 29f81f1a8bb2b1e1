// Event listeners made of callbacks, and what they are told.
#include "rocksdb/listener.h"

#include "c_api/handles.h"
#include "c_api/results.h"

using c_api::Expose;
using ROCKSDB_NAMESPACE::DB;
using ROCKSDB_NAMESPACE::Status;

namespace {

struct ListenerCallbacks {
  on_flush_begin_cb flush_begin;
  on_flush_completed_cb flush_completed;
  on_compaction_begin_cb compaction_begin;
  on_compaction_completed_cb compaction_completed;
  on_subcompaction_begin_cb subcompaction_begin;
  on_subcompaction_completed_cb subcompaction_completed;
  on_external_file_ingested_cb external_file_ingested;
  on_background_error_cb background_error;
  on_stall_conditions_changed_cb stall_conditions_changed;
  on_memtable_sealed_cb memtable_sealed;
};

// The handles that the callbacks get live on the stack, for the time of the call.
class CallbackListener : public rocksdb_eventlistener_t {
 public:
  CallbackListener(void* state, void (*destructor)(void*), const ListenerCallbacks& callbacks)
      : state_(state, destructor), call_(callbacks) {}

  void OnFlushBegin(DB* db, const ROCKSDB_NAMESPACE::FlushJobInfo& info) override {
    WithDb(call_.flush_begin, db, rocksdb_flushjobinfo_t{info});
  }
  void OnFlushCompleted(DB* db, const ROCKSDB_NAMESPACE::FlushJobInfo& info) override {
    WithDb(call_.flush_completed, db, rocksdb_flushjobinfo_t{info});
  }
  void OnCompactionBegin(DB* db, const ROCKSDB_NAMESPACE::CompactionJobInfo& info) override {
    WithDb(call_.compaction_begin, db, rocksdb_compactionjobinfo_t{info});
  }
  void OnCompactionCompleted(DB* db, const ROCKSDB_NAMESPACE::CompactionJobInfo& info) override {
    WithDb(call_.compaction_completed, db, rocksdb_compactionjobinfo_t{info});
  }
  void OnExternalFileIngested(DB* db,
                              const ROCKSDB_NAMESPACE::ExternalFileIngestionInfo& info) override {
    WithDb(call_.external_file_ingested, db, rocksdb_externalfileingestioninfo_t{info});
  }
  void OnSubcompactionBegin(const ROCKSDB_NAMESPACE::SubcompactionJobInfo& info) override {
    Without(call_.subcompaction_begin, rocksdb_subcompactionjobinfo_t{info});
  }
  void OnSubcompactionCompleted(const ROCKSDB_NAMESPACE::SubcompactionJobInfo& info) override {
    Without(call_.subcompaction_completed, rocksdb_subcompactionjobinfo_t{info});
  }
  void OnMemTableSealed(const ROCKSDB_NAMESPACE::MemTableInfo& info) override {
    Without(call_.memtable_sealed, rocksdb_memtableinfo_t{info});
  }
  void OnStallConditionsChanged(const ROCKSDB_NAMESPACE::WriteStallInfo& info) override {
    Without(call_.stall_conditions_changed,
            rocksdb_writestallinfo_t{info, {info.condition.prev}, {info.condition.cur}});
  }
  void OnBackgroundError(ROCKSDB_NAMESPACE::BackgroundErrorReason reason, Status* error) override {
    if (call_.background_error != nullptr) {
      rocksdb_status_ptr_t handle{error};
      call_.background_error(state_.get(), static_cast<uint32_t>(reason), &handle);
    }
  }

 private:
  template <class Callback, class Info>
  void WithDb(Callback callback, DB* db, const Info& info) const {
    if (callback != nullptr) {
      rocksdb_t handle{db};
      callback(state_.get(), &handle, &info);
    }
  }
  template <class Callback, class Info>
  void Without(Callback callback, const Info& info) const {
    if (callback != nullptr) {
      callback(state_.get(), &info);
    }
  }

  c_api::CallbackState state_;
  ListenerCallbacks call_;
};

}  // namespace

rocksdb_eventlistener_t* rocksdb_eventlistener_create(
    void* state, void (*destructor)(void* state), on_flush_begin_cb on_flush_begin,
    on_flush_completed_cb on_flush_completed, on_compaction_begin_cb on_compaction_begin,
    on_compaction_completed_cb on_compaction_completed,
    on_subcompaction_begin_cb on_subcompaction_begin,
    on_subcompaction_completed_cb on_subcompaction_completed,
    on_external_file_ingested_cb on_external_file_ingested,
    on_background_error_cb on_background_error,
    on_stall_conditions_changed_cb on_stall_conditions_changed,
    on_memtable_sealed_cb on_memtable_sealed) {
  return new CallbackListener(
      state, destructor,
      {on_flush_begin, on_flush_completed, on_compaction_begin, on_compaction_completed,
       on_subcompaction_begin, on_subcompaction_completed, on_external_file_ingested,
       on_background_error, on_stall_conditions_changed, on_memtable_sealed});
}

void rocksdb_eventlistener_destroy(rocksdb_eventlistener_t* listener) { delete listener; }

// ---- What they are told: a field, its C type, and where it is ----

#define C_API_TEXT(INFO, NAME, MEMBER)                                                \
  const char* rocksdb_##INFO##_##NAME(const rocksdb_##INFO##_t* info, size_t* size) { \
    return Expose(info->rep.MEMBER, size);                                            \
  }
#define C_API_NUMBER(INFO, NAME, TYPE, MEMBER)                   \
  TYPE rocksdb_##INFO##_##NAME(const rocksdb_##INFO##_t* info) { \
    return static_cast<TYPE>(info->rep.MEMBER);                  \
  }

C_API_TEXT(flushjobinfo, cf_name, cf_name)
C_API_TEXT(flushjobinfo, file_path, file_path)
C_API_NUMBER(flushjobinfo, triggered_writes_slowdown, unsigned char, triggered_writes_slowdown)
C_API_NUMBER(flushjobinfo, triggered_writes_stop, unsigned char, triggered_writes_stop)
C_API_NUMBER(flushjobinfo, smallest_seqno, uint64_t, smallest_seqno)
C_API_NUMBER(flushjobinfo, largest_seqno, uint64_t, largest_seqno)
C_API_NUMBER(flushjobinfo, flush_reason, uint32_t, flush_reason)

C_API_TEXT(compactionjobinfo, cf_name, cf_name)
C_API_NUMBER(compactionjobinfo, input_files_count, size_t, input_files.size())
C_API_NUMBER(compactionjobinfo, output_files_count, size_t, output_files.size())
C_API_NUMBER(compactionjobinfo, elapsed_micros, uint64_t, stats.elapsed_micros)
C_API_NUMBER(compactionjobinfo, num_corrupt_keys, uint64_t, stats.num_corrupt_keys)
C_API_NUMBER(compactionjobinfo, base_input_level, int, base_input_level)
C_API_NUMBER(compactionjobinfo, output_level, int, output_level)
C_API_NUMBER(compactionjobinfo, input_records, uint64_t, stats.num_input_records)
C_API_NUMBER(compactionjobinfo, output_records, uint64_t, stats.num_output_records)
C_API_NUMBER(compactionjobinfo, total_input_bytes, uint64_t, stats.total_input_bytes)
C_API_NUMBER(compactionjobinfo, total_output_bytes, uint64_t, stats.total_output_bytes)
C_API_NUMBER(compactionjobinfo, compaction_reason, uint32_t, compaction_reason)
C_API_NUMBER(compactionjobinfo, num_input_files, size_t, stats.num_input_files)
C_API_NUMBER(compactionjobinfo, num_input_files_at_output_level, size_t,
             stats.num_input_files_at_output_level)

void rocksdb_compactionjobinfo_status(const rocksdb_compactionjobinfo_t* info, char** error) {
  c_api::Report(info->rep.status, error);
}

const char* rocksdb_compactionjobinfo_input_file_at(const rocksdb_compactionjobinfo_t* info,
                                                    size_t index, size_t* size) {
  return Expose(info->rep.input_files[index], size);
}

const char* rocksdb_compactionjobinfo_output_file_at(const rocksdb_compactionjobinfo_t* info,
                                                     size_t index, size_t* size) {
  return Expose(info->rep.output_files[index], size);
}

C_API_TEXT(subcompactionjobinfo, cf_name, cf_name)
C_API_NUMBER(subcompactionjobinfo, thread_id, uint64_t, thread_id)
C_API_NUMBER(subcompactionjobinfo, base_input_level, int, base_input_level)
C_API_NUMBER(subcompactionjobinfo, output_level, int, output_level)
C_API_NUMBER(subcompactionjobinfo, compaction_reason, uint32_t, compaction_reason)

void rocksdb_subcompactionjobinfo_status(const rocksdb_subcompactionjobinfo_t* info, char** error) {
  c_api::Report(info->rep.status, error);
}

C_API_TEXT(externalfileingestioninfo, cf_name, cf_name)
C_API_TEXT(externalfileingestioninfo, internal_file_path, internal_file_path)

C_API_TEXT(memtableinfo, cf_name, cf_name)
C_API_NUMBER(memtableinfo, first_seqno, uint64_t, first_seqno)
C_API_NUMBER(memtableinfo, earliest_seqno, uint64_t, earliest_seqno)
C_API_NUMBER(memtableinfo, num_entries, uint64_t, num_entries)
C_API_NUMBER(memtableinfo, num_deletes, uint64_t, num_deletes)

C_API_TEXT(writestallinfo, cf_name, cf_name)
#undef C_API_TEXT
#undef C_API_NUMBER

const rocksdb_writestallcondition_t* rocksdb_writestallinfo_prev(
    const rocksdb_writestallinfo_t* info) {
  return &info->previous;
}

const rocksdb_writestallcondition_t* rocksdb_writestallinfo_cur(
    const rocksdb_writestallinfo_t* info) {
  return &info->current;
}

void rocksdb_status_ptr_get_error(rocksdb_status_ptr_t* status, char** error) {
  c_api::Report(*status->rep, error);
}

void rocksdb_reset_status(rocksdb_status_ptr_t* status) { *status->rep = Status::OK(); }
