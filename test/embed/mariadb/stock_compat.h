// Calls without ConfigOptions, which MariaDB's plugin makes, this library has, and stock
// RocksDB 10.x no longer has. For the same plugin on a stock library.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/convenience.h"
#include "rocksdb/utilities/options_util.h"

namespace ROCKSDB_NAMESPACE {

// For options files: what a database was opened with need not be what it is opened with now.
inline ConfigOptions OfOptionsFile(Env* env, bool ignore_unknown_options) {
  ConfigOptions config;
  config.env = env;
  config.ignore_unknown_options = ignore_unknown_options;
  config.sanity_level = ConfigOptions::kSanityLevelLooselyCompatible;
  return config;
}

inline Status LoadLatestOptions(const std::string& path, Env* env, DBOptions* options,
                                std::vector<ColumnFamilyDescriptor>* families,
                                bool ignore_unknown_options = false) {
  return LoadLatestOptions(OfOptionsFile(env, ignore_unknown_options), path, options, families);
}

inline Status CheckOptionsCompatibility(const std::string& path, Env* env, const DBOptions& options,
                                        const std::vector<ColumnFamilyDescriptor>& families,
                                        bool ignore_unknown_options = false) {
  return CheckOptionsCompatibility(OfOptionsFile(env, ignore_unknown_options), path, options,
                                   families);
}

inline Status GetColumnFamilyOptionsFromString(const ColumnFamilyOptions& base,
                                               const std::string& text, ColumnFamilyOptions* out) {
  ConfigOptions config;
  config.ignore_unknown_options = false;
  config.input_strings_escaped = false;
  return GetColumnFamilyOptionsFromString(config, base, text, out);
}

}  // namespace ROCKSDB_NAMESPACE
