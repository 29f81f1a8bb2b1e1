// Environments: the machine's, and one in memory.
#include "rocksdb/env.h"

#include "c_api/handles.h"
#include "c_api/option_macros.h"
#include "c_api/results.h"

using ROCKSDB_NAMESPACE::Env;

rocksdb_env_t* rocksdb_create_default_env() { return new rocksdb_env_t{Env::Default(), true}; }

rocksdb_env_t* rocksdb_create_mem_env() {
  return new rocksdb_env_t{ROCKSDB_NAMESPACE::NewMemEnv(Env::Default()), false};
}

void rocksdb_env_destroy(rocksdb_env_t* env) {
  if (!env->is_default) {
    delete env->rep;
  }
  delete env;
}

#define C_API_THREADS(PREFIX, POOL)                                              \
  void rocksdb_env_set_##PREFIX##background_threads(rocksdb_env_t* env, int n) { \
    env->rep->SetBackgroundThreads(n, POOL);                                     \
  }                                                                              \
  int rocksdb_env_get_##PREFIX##background_threads(rocksdb_env_t* env) {         \
    return env->rep->GetBackgroundThreads(POOL);                                 \
  }
C_API_THREADS(, Env::LOW)
C_API_THREADS(bottom_priority_, Env::BOTTOM)
C_API_THREADS(low_priority_, Env::LOW)
C_API_THREADS(high_priority_, Env::HIGH)
#undef C_API_THREADS

void rocksdb_env_join_all_threads(rocksdb_env_t* env) { env->rep->WaitForJoin(); }

void rocksdb_env_lower_thread_pool_io_priority(rocksdb_env_t* env) {
  env->rep->LowerThreadPoolIOPriority();
}

void rocksdb_env_lower_high_priority_thread_pool_io_priority(rocksdb_env_t* env) {
  env->rep->LowerThreadPoolIOPriority(Env::HIGH);
}

void rocksdb_env_lower_thread_pool_cpu_priority(rocksdb_env_t* env) {
  env->rep->LowerThreadPoolCPUPriority();
}

void rocksdb_env_lower_high_priority_thread_pool_cpu_priority(rocksdb_env_t* env) {
  env->rep->LowerThreadPoolCPUPriority(Env::HIGH);
}

void rocksdb_create_dir_if_missing(rocksdb_env_t* env, const char* path, char** error) {
  c_api::Report(env->rep->CreateDirIfMissing(path), error);
}

C_API_LIFE(rocksdb_envoptions_t, rocksdb_envoptions)
