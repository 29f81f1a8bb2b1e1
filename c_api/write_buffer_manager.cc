// Write buffer managers.
#include "rocksdb/write_buffer_manager.h"

#include "c_api/handles.h"

using ROCKSDB_NAMESPACE::WriteBufferManager;

rocksdb_write_buffer_manager_t* rocksdb_write_buffer_manager_create(size_t buffer_size,
                                                                    bool allow_stall) {
  return new rocksdb_write_buffer_manager_t{
      std::make_shared<WriteBufferManager>(buffer_size, nullptr, allow_stall)};
}

rocksdb_write_buffer_manager_t* rocksdb_write_buffer_manager_create_with_cache(
    size_t buffer_size, const rocksdb_cache_t* cache, bool allow_stall) {
  return new rocksdb_write_buffer_manager_t{
      std::make_shared<WriteBufferManager>(buffer_size, cache->rep, allow_stall)};
}

void rocksdb_write_buffer_manager_destroy(rocksdb_write_buffer_manager_t* manager) {
  delete manager;
}

#define C_API_ANSWER(TYPE, NAME)                                                      \
  TYPE rocksdb_write_buffer_manager_##NAME(rocksdb_write_buffer_manager_t* manager) { \
    return manager->rep->NAME();                                                      \
  }
C_API_ANSWER(bool, enabled)
C_API_ANSWER(bool, cost_to_cache)
C_API_ANSWER(size_t, memory_usage)
C_API_ANSWER(size_t, mutable_memtable_memory_usage)
C_API_ANSWER(size_t, dummy_entries_in_cache_usage)
C_API_ANSWER(size_t, buffer_size)
#undef C_API_ANSWER

void rocksdb_write_buffer_manager_set_buffer_size(rocksdb_write_buffer_manager_t* manager,
                                                  size_t value) {
  manager->rep->SetBufferSize(value);
}

void rocksdb_write_buffer_manager_set_allow_stall(rocksdb_write_buffer_manager_t* manager,
                                                  bool value) {
  manager->rep->SetAllowStall(value);
}
