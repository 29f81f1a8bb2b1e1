// The families that a MANIFEST names, for tools and listings. The source file also rebuilds them
// from it: VersionSet::Recover. Writes nothing.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "db/state/manifest_reader.h"

namespace ROCKSDB_NAMESPACE {

// What a MANIFEST says about one column family, names only.
struct ManifestFamilies {
  std::map<uint32_t, std::string> names;
  [[nodiscard]] static Status Read(FileSystem* fs, const std::string& manifest_path,
                                   ManifestFamilies* out);
};

}  // namespace ROCKSDB_NAMESPACE
