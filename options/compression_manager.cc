// The compression managers of rocksdb/advanced_compression.h: the built-in one, which only names
// what there is, and wrappers that are refused.
#include <algorithm>

#include "rocksdb/advanced_compression.h"
#include "rocksdb/convenience.h"
#include "rocksdb/utilities/customizable_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Tables compress by themselves, so it makes nothing.
class BuiltinManager final : public CompressionManager {
 public:
  const char* Name() const override { return "BuiltinV2"; }
  const char* CompatibilityName() const override { return "BuiltinV2"; }
  bool SupportsCompressionType(CompressionType type) const override {
    const std::vector<CompressionType> types = GetSupportedCompressions();
    return std::find(types.begin(), types.end(), type) != types.end();
  }
  std::unique_ptr<Compressor> GetCompressor(const CompressionOptions& /*opts*/,
                                            CompressionType /*type*/) override {
    return nullptr;
  }
  std::shared_ptr<Decompressor> GetDecompressor() override { return nullptr; }
};

}  // namespace

const std::shared_ptr<CompressionManager>& GetBuiltinV2CompressionManager() {
  static const auto* manager =
      new std::shared_ptr<CompressionManager>(std::make_shared<BuiltinManager>());
  return *manager;
}

std::shared_ptr<CompressionManager> CompressionManager::FindCompatibleCompressionManager(
    Slice compatibility_name) {
  if (compatibility_name == CompatibilityName()) return shared_from_this();
  const std::shared_ptr<CompressionManager>& builtin = GetBuiltinV2CompressionManager();
  return compatibility_name == builtin->CompatibilityName() ? builtin : nullptr;
}

Status CompressionManager::CreateFromString(const ConfigOptions& config_options,
                                            const std::string& id,
                                            std::shared_ptr<CompressionManager>* result) {
  if (id == "nullptr") {
    result->reset();
    return Status::OK();
  }
  if (GetBuiltinV2CompressionManager()->IsInstanceOf(id)) {
    *result = GetBuiltinV2CompressionManager();
    return Status::OK();
  }
  return LoadSharedObject<CompressionManager>(config_options, id, result);
}

std::shared_ptr<CompressionManager> CreateAutoSkipCompressionManager(
    std::shared_ptr<CompressionManager> /*wrapped*/) {
  return nullptr;
}

std::shared_ptr<CompressionManager> CreateCostAwareCompressionManager(
    std::shared_ptr<CompressionManager> /*wrapped*/) {
  return nullptr;
}

}  // namespace ROCKSDB_NAMESPACE
