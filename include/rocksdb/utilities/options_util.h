// Loading options from the OPTIONS file of a database, and checking options against it.
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

// Reads the newest OPTIONS file in dbpath: replaces *db_options, and *cf_descs gets one entry for
// each family, in the order of the file. Pointer options that text cannot express keep their
// defaults: the caller sets them. If cache is given, every block-based table factory uses it.
// NotFound: there is no OPTIONS file. InvalidArgument or Corruption: the file is malformed, or has
// an unknown option without ignore_unknown_options. The file is read through config_options.env,
// or env. None of these calls opens or locks the database.
Status LoadLatestOptions(const ConfigOptions& config_options, const std::string& dbpath,
                         DBOptions* db_options, std::vector<ColumnFamilyDescriptor>* cf_descs,
                         std::shared_ptr<Cache>* cache = {});
Status LoadLatestOptions(const std::string& dbpath, Env* env, DBOptions* db_options,
                         std::vector<ColumnFamilyDescriptor>* cf_descs,
                         bool ignore_unknown_options = false, std::shared_ptr<Cache>* cache = {});

// The same for a given file, with its path.
Status LoadOptionsFromFile(const ConfigOptions& config_options,
                           const std::string& options_file_name, DBOptions* db_options,
                           std::vector<ColumnFamilyDescriptor>* cf_descs,
                           std::shared_ptr<Cache>* cache = {});
Status LoadOptionsFromFile(const std::string& options_file_name, Env* env, DBOptions* db_options,
                           std::vector<ColumnFamilyDescriptor>* cf_descs,
                           bool ignore_unknown_options = false, std::shared_ptr<Cache>* cache = {});

// Returns the name, without directory, of the OPTIONS file with the highest number; NotFound and
// an empty name without one.
Status GetLatestOptionsFileName(const std::string& dbpath, Env* env,
                                std::string* options_file_name);

// InvalidArgument, with the name of the option, if opening dbpath with these options could damage
// or misread it (different comparator, merge operator, ...). config_options.sanity_level says how
// strict the check is; the second form uses kSanityLevelLooselyCompatible.
Status CheckOptionsCompatibility(const ConfigOptions& config_options, const std::string& dbpath,
                                 const DBOptions& db_options,
                                 const std::vector<ColumnFamilyDescriptor>& cf_descs);
Status CheckOptionsCompatibility(const std::string& dbpath, Env* env, const DBOptions& db_options,
                                 const std::vector<ColumnFamilyDescriptor>& cf_descs,
                                 bool ignore_unknown_options = false);

}  // namespace ROCKSDB_NAMESPACE
