// Managers of the space that tables take.
#include "rocksdb/sst_file_manager.h"

#include "c_api/handles.h"

rocksdb_sst_file_manager_t* rocksdb_sst_file_manager_create(rocksdb_env_t* env) {
  return new rocksdb_sst_file_manager_t{std::shared_ptr<ROCKSDB_NAMESPACE::SstFileManager>(
      ROCKSDB_NAMESPACE::NewSstFileManager(env->rep))};
}

void rocksdb_sst_file_manager_destroy(rocksdb_sst_file_manager_t* manager) { delete manager; }

#define C_API_SET(NAME, TYPE, METHOD)                                                     \
  void rocksdb_sst_file_manager_##NAME(rocksdb_sst_file_manager_t* manager, TYPE value) { \
    manager->rep->METHOD(value);                                                          \
  }
C_API_SET(set_max_allowed_space_usage, uint64_t, SetMaxAllowedSpaceUsage)
C_API_SET(set_compaction_buffer_size, uint64_t, SetCompactionBufferSize)
C_API_SET(set_delete_rate_bytes_per_second, int64_t, SetDeleteRateBytesPerSecond)
C_API_SET(set_max_trash_db_ratio, double, SetMaxTrashDBRatio)
#undef C_API_SET

#define C_API_ANSWER(TYPE, NAME, METHOD)                                      \
  TYPE rocksdb_sst_file_manager_##NAME(rocksdb_sst_file_manager_t* manager) { \
    return manager->rep->METHOD();                                            \
  }
C_API_ANSWER(bool, is_max_allowed_space_reached, IsMaxAllowedSpaceReached)
C_API_ANSWER(bool, is_max_allowed_space_reached_including_compactions,
             IsMaxAllowedSpaceReachedIncludingCompactions)
C_API_ANSWER(uint64_t, get_total_size, GetTotalSize)
C_API_ANSWER(int64_t, get_delete_rate_bytes_per_second, GetDeleteRateBytesPerSecond)
C_API_ANSWER(double, get_max_trash_db_ratio, GetMaxTrashDBRatio)
C_API_ANSWER(uint64_t, get_total_trash_size, GetTotalTrashSize)
#undef C_API_ANSWER
