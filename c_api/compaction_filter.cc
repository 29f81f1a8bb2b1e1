// Compaction filters made of callbacks, and their factories.
#include "rocksdb/compaction_filter.h"

#include "c_api/handles.h"

using ROCKSDB_NAMESPACE::CompactionFilter;
using ROCKSDB_NAMESPACE::Slice;

namespace {

using FilterFunction = unsigned char (*)(void*, int, const char*, size_t, const char*, size_t,
                                         char**, size_t*, unsigned char*);
using CreateFunction = rocksdb_compactionfilter_t* (*)(void*, rocksdb_compactionfiltercontext_t*);

class CallbackFilter : public rocksdb_compactionfilter_t {
 public:
  CallbackFilter(void* state, void (*destructor)(void*), FilterFunction filter,
                 const char* (*name)(void*))
      : state_(state, destructor), filter_(filter), name_(name) {}

  const char* Name() const override { return name_(state_.get()); }
  bool IgnoreSnapshots() const override { return ignore_snapshots; }

  bool Filter(int level, const Slice& key, const Slice& existing_value, std::string* new_value,
              bool* value_changed) const override {
    char* replacement = nullptr;
    size_t replacement_size = 0;
    unsigned char changed = 0;
    const unsigned char drop =
        filter_(state_.get(), level, key.data(), key.size(), existing_value.data(),
                existing_value.size(), &replacement, &replacement_size, &changed);
    if (changed != 0) {
      new_value->assign(replacement, replacement_size);
      *value_changed = true;
    }
    return drop != 0;
  }

 private:
  c_api::CallbackState state_;
  FilterFunction filter_;
  const char* (*name_)(void*);
};

class CallbackFactory : public rocksdb_compactionfilterfactory_t {
 public:
  CallbackFactory(void* state, void (*destructor)(void*), CreateFunction create,
                  const char* (*name)(void*))
      : state_(state, destructor), create_(create), name_(name) {}

  const char* Name() const override { return name_(state_.get()); }

  std::unique_ptr<CompactionFilter> CreateCompactionFilter(
      const CompactionFilter::Context& context) override {
    rocksdb_compactionfiltercontext_t handle{context};
    return std::unique_ptr<CompactionFilter>(create_(state_.get(), &handle));
  }

 private:
  c_api::CallbackState state_;
  CreateFunction create_;
  const char* (*name_)(void*);
};

}  // namespace

rocksdb_compactionfilter_t* rocksdb_compactionfilter_create(
    void* state, void (*destructor)(void* state),
    unsigned char (*filter)(void* state, int level, const char* key, size_t key_size,
                            const char* value, size_t value_size, char** new_value,
                            size_t* new_value_size, unsigned char* value_changed),
    const char* (*name)(void* state)) {
  return new CallbackFilter(state, destructor, filter, name);
}

void rocksdb_compactionfilter_set_ignore_snapshots(rocksdb_compactionfilter_t* filter,
                                                   unsigned char enabled) {
  filter->ignore_snapshots = enabled != 0;
}

void rocksdb_compactionfilter_destroy(rocksdb_compactionfilter_t* filter) { delete filter; }

rocksdb_compactionfilterfactory_t* rocksdb_compactionfilterfactory_create(
    void* state, void (*destructor)(void* state),
    rocksdb_compactionfilter_t* (*create_filter)(void* state,
                                                 rocksdb_compactionfiltercontext_t* context),
    const char* (*name)(void* state)) {
  return new CallbackFactory(state, destructor, create_filter, name);
}

void rocksdb_compactionfilterfactory_destroy(rocksdb_compactionfilterfactory_t* factory) {
  delete factory;
}

unsigned char rocksdb_compactionfiltercontext_is_full_compaction(
    rocksdb_compactionfiltercontext_t* context) {
  return context->rep.is_full_compaction;
}

unsigned char rocksdb_compactionfiltercontext_is_manual_compaction(
    rocksdb_compactionfiltercontext_t* context) {
  return context->rep.is_manual_compaction;
}
