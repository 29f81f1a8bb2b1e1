// Loading options from the OPTIONS file a database keeps, and checking options against it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/convenience.h"
#include "rocksdb/db.h"
#include "rocksdb/env.h"
#include "rocksdb/options.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class Cache;
struct ConfigOptions;

// Reads the newest OPTIONS file in dbpath. Pointer options that text cannot express keep their
// defaults: the caller fills them in. If cache is given, every block-based table factory uses it.
// NotFound: there is no OPTIONS file.
Status LoadLatestOptions(const ConfigOptions& config_options, const std::string& dbpath,
                         DBOptions* db_options, std::vector<ColumnFamilyDescriptor>* cf_descs,
                         std::shared_ptr<Cache>* cache = {});
Status LoadLatestOptions(const std::string& dbpath, Env* env, DBOptions* db_options,
                         std::vector<ColumnFamilyDescriptor>* cf_descs,
                         bool ignore_unknown_options = false, std::shared_ptr<Cache>* cache = {});

// The same for a given file.
Status LoadOptionsFromFile(const ConfigOptions& config_options,
                           const std::string& options_file_name, DBOptions* db_options,
                           std::vector<ColumnFamilyDescriptor>* cf_descs,
                           std::shared_ptr<Cache>* cache = {});
Status LoadOptionsFromFile(const std::string& options_file_name, Env* env, DBOptions* db_options,
                           std::vector<ColumnFamilyDescriptor>* cf_descs,
                           bool ignore_unknown_options = false, std::shared_ptr<Cache>* cache = {});

// Name, without directory, of the OPTIONS file with the highest number.
Status GetLatestOptionsFileName(const std::string& dbpath, Env* env,
                                std::string* options_file_name);

// InvalidArgument, naming the option, if opening dbpath with these options could damage or misread
// it (different comparator, merge operator, ...).
Status CheckOptionsCompatibility(const ConfigOptions& config_options, const std::string& dbpath,
                                 const DBOptions& db_options,
                                 const std::vector<ColumnFamilyDescriptor>& cf_descs);
Status CheckOptionsCompatibility(const std::string& dbpath, Env* env, const DBOptions& db_options,
                                 const std::vector<ColumnFamilyDescriptor>& cf_descs,
                                 bool ignore_unknown_options = false);

}  // namespace ROCKSDB_NAMESPACE
