// Prefixes of keys: built-in ones, and those made of callbacks.
#include "rocksdb/slice_transform.h"

#include "c_api/handles.h"

using ROCKSDB_NAMESPACE::Slice;
using ROCKSDB_NAMESPACE::SliceTransform;

namespace {

using TransformFunction = char* (*)(void*, const char*, size_t, size_t*);
using TestFunction = unsigned char (*)(void*, const char*, size_t);

class CallbackTransform : public SliceTransform {
 public:
  CallbackTransform(void* state, void (*destructor)(void*), TransformFunction transform,
                    TestFunction in_domain, TestFunction in_range, const char* (*name)(void*))
      : state_(state, destructor),
        transform_(transform),
        in_domain_(in_domain),
        in_range_(in_range),
        name_(name) {}

  const char* Name() const override { return name_(state_.get()); }
  Slice Transform(const Slice& key) const override {
    size_t size = 0;
    const char* prefix = transform_(state_.get(), key.data(), key.size(), &size);
    return Slice(prefix, size);
  }
  bool InDomain(const Slice& key) const override {
    return in_domain_(state_.get(), key.data(), key.size()) != 0;
  }
  bool InRange(const Slice& prefix) const override {
    return in_range_ != nullptr && in_range_(state_.get(), prefix.data(), prefix.size()) != 0;
  }

 private:
  c_api::CallbackState state_;
  TransformFunction transform_;
  TestFunction in_domain_;
  TestFunction in_range_;
  const char* (*name_)(void*);
};

rocksdb_slicetransform_t* Wrap(const SliceTransform* transform) {
  return new rocksdb_slicetransform_t{std::shared_ptr<const SliceTransform>(transform)};
}

}  // namespace

rocksdb_slicetransform_t* rocksdb_slicetransform_create(
    void* state, void (*destructor)(void* state),
    char* (*transform)(void* state, const char* key, size_t key_size, size_t* prefix_size),
    unsigned char (*in_domain)(void* state, const char* key, size_t key_size),
    unsigned char (*in_range)(void* state, const char* prefix, size_t prefix_size),
    const char* (*name)(void* state)) {
  return Wrap(new CallbackTransform(state, destructor, transform, in_domain, in_range, name));
}

rocksdb_slicetransform_t* rocksdb_slicetransform_create_fixed_prefix(size_t prefix_size) {
  return Wrap(ROCKSDB_NAMESPACE::NewFixedPrefixTransform(prefix_size));
}

rocksdb_slicetransform_t* rocksdb_slicetransform_create_noop() {
  return Wrap(ROCKSDB_NAMESPACE::NewNoopTransform());
}

void rocksdb_slicetransform_destroy(rocksdb_slicetransform_t* transform) { delete transform; }
