// What version.h declares.
#include "rocksdb/version.h"

#include <map>

namespace ROCKSDB_NAMESPACE {

const std::unordered_map<std::string, std::string>& GetRocksBuildProperties() {
  static const auto* properties = new std::unordered_map<std::string, std::string>{
      {"rocksdb_version", GetRocksVersionAsString()},
      {"bucketlsm_version", BUCKETLSM_VERSION},
      {"compiler", __VERSION__},
#ifdef NDEBUG
      {"assertions", "off"},
#else
      {"assertions", "on"},
#endif
  };
  return *properties;
}

std::string GetRocksVersionAsString(bool with_patch) {
  std::string version = std::to_string(ROCKSDB_MAJOR) + "." + std::to_string(ROCKSDB_MINOR);
  return with_patch ? version + "." + std::to_string(ROCKSDB_PATCH) : version;
}

std::string GetRocksBuildInfoAsString(const std::string& program, bool verbose) {
  std::string info = program + " (RocksDB) " + GetRocksVersionAsString();
  if (verbose) {
    const auto& properties = GetRocksBuildProperties();
    for (const auto& [name, value] : std::map(properties.begin(), properties.end())) {
      info += "\n    " + name + ": " + value;
    }
  }
  return info;
}

}  // namespace ROCKSDB_NAMESPACE
