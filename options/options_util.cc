// rocksdb/utilities/options_util.h: OPTIONS files of a database directory.
#include "rocksdb/utilities/options_util.h"

#include "env/filename.h"
#include "options/options_file.h"
#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

namespace {

ConfigOptions ConfigFor(Env* env, bool ignore_unknown_options) {
  ConfigOptions config;
  config.env = env;
  config.ignore_unknown_options = ignore_unknown_options;
  return config;
}

Status ReadOptionsFile(const ConfigOptions& config, const std::string& path, OptionsFile* file) {
  std::string text;
  Status s = ReadFileToString(config.env, path, &text);
  return s.ok() ? ParseOptionsFile(text, file) : s;
}

}  // namespace

Status GetLatestOptionsFileName(const std::string& dbpath, Env* env,
                                std::string* options_file_name) {
  std::vector<std::string> names;
  Status s = env->GetChildren(dbpath, &names);
  if (!s.ok()) {
    return s;
  }
  // The largest number is the newest file, because the database counts up.
  uint64_t newest = 0;
  options_file_name->clear();
  for (const std::string& name : names) {
    uint64_t number = 0;
    FileType type = kTempFile;
    // A file that is being written has a name of another type, so a half-written one is never used.
    if (ParseFileName(name, &number, &type) && type == kOptionsFile && number >= newest) {
      newest = number;
      *options_file_name = name;
    }
  }
  return options_file_name->empty()
             ? Status::NotFound(Status::kPathNotFound, "No OPTIONS file in the directory", dbpath)
             : Status::OK();
}

Status LoadOptionsFromFile(const ConfigOptions& config_options,
                           const std::string& options_file_name, DBOptions* db_options,
                           std::vector<ColumnFamilyDescriptor>* cf_descs,
                           std::shared_ptr<Cache>* cache) {
  OptionsFile file;
  Status s = ReadOptionsFile(config_options, options_file_name, &file);
  return s.ok() ? OptionsFromFile(config_options, file, cache, db_options, cf_descs) : s;
}

Status LoadOptionsFromFile(const std::string& options_file_name, Env* env, DBOptions* db_options,
                           std::vector<ColumnFamilyDescriptor>* cf_descs,
                           bool ignore_unknown_options, std::shared_ptr<Cache>* cache) {
  return LoadOptionsFromFile(ConfigFor(env, ignore_unknown_options), options_file_name, db_options,
                             cf_descs, cache);
}

Status LoadLatestOptions(const ConfigOptions& config_options, const std::string& dbpath,
                         DBOptions* db_options, std::vector<ColumnFamilyDescriptor>* cf_descs,
                         std::shared_ptr<Cache>* cache) {
  std::string name;
  Status s = GetLatestOptionsFileName(dbpath, config_options.env, &name);
  return s.ok() ? LoadOptionsFromFile(config_options, JoinPath(dbpath, name), db_options, cf_descs,
                                      cache)
                : s;
}

Status LoadLatestOptions(const std::string& dbpath, Env* env, DBOptions* db_options,
                         std::vector<ColumnFamilyDescriptor>* cf_descs, bool ignore_unknown_options,
                         std::shared_ptr<Cache>* cache) {
  return LoadLatestOptions(ConfigFor(env, ignore_unknown_options), dbpath, db_options, cf_descs,
                           cache);
}

Status CheckOptionsCompatibility(const ConfigOptions& config_options, const std::string& dbpath,
                                 const DBOptions& db_options,
                                 const std::vector<ColumnFamilyDescriptor>& cf_descs) {
  std::string name;
  OptionsFile file;
  Status s = GetLatestOptionsFileName(dbpath, config_options.env, &name);
  if (s.ok()) {
    s = ReadOptionsFile(config_options, JoinPath(dbpath, name), &file);
  }
  return s.ok() ? CompareWithOptionsFile(config_options, file, db_options, cf_descs) : s;
}

Status CheckOptionsCompatibility(const std::string& dbpath, Env* env, const DBOptions& db_options,
                                 const std::vector<ColumnFamilyDescriptor>& cf_descs,
                                 bool ignore_unknown_options) {
  ConfigOptions config = ConfigFor(env, ignore_unknown_options);
  // The older form of the call checks only differences that endanger data.
  config.sanity_level = ConfigOptions::kSanityLevelLooselyCompatible;
  return CheckOptionsCompatibility(config, dbpath, db_options, cf_descs);
}

}  // namespace ROCKSDB_NAMESPACE
