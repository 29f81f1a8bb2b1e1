// Opening, closing and renewing the database under test: see bench_db.h.
#include "tools/db_bench/bench_db.h"

#include <filesystem>

#include "rocksdb/env.h"
#include "tools/db_bench/flags.h"

namespace bench {

Status BenchDb::Init() {
  path_ = FLAGS_db;
  if (path_.empty()) {
    Status s = ROCKSDB_NAMESPACE::Env::Default()->GetTestDirectory(&path_);
    if (!s.ok()) return s;
    path_ += "/dbbench";
  }
  Status s = MakeSharedParts(&parts_);
  if (!s.ok()) return s;
  return FLAGS_use_existing_db ? Open() : Recreate();
}

Status BenchDb::Recreate() {
  Close();
  Options options;
  if (!FLAGS_wal_dir.empty()) options.wal_dir = FLAGS_wal_dir;
  if (std::filesystem::exists(path_)) {
    Status s = ROCKSDB_NAMESPACE::DestroyDB(path_, options);
    if (!s.ok()) return s;
  }
  return Open();
}

Status BenchDb::Open() {
  options_ = Options();
  Status s = BuildOptions(parts_, &options_);
  if (!s.ok()) return s;
  const ColumnFamilyOptions family_options(options_);
  std::vector<ColumnFamilyDescriptor> wanted;
  for (int i = 0; i < FLAGS_num_column_families; ++i) {
    wanted.emplace_back(i == 0 ? ROCKSDB_NAMESPACE::kDefaultColumnFamilyName
                               : "column_family_name_" + std::to_string(i),
                        family_options);
  }
  return OpenDb(DBOptions(options_), path_, FLAGS_readonly, wanted, &families_, &db_);
}

void BenchDb::Close() {
  if (db_ == nullptr) return;
  for (ColumnFamilyHandle* family : families_) delete family;
  families_.clear();
  db_.reset();
}

std::vector<std::string> BenchDb::Directories() const {
  std::vector<std::string> directories{path_};
  if (!FLAGS_wal_dir.empty() && FLAGS_wal_dir != path_) directories.push_back(FLAGS_wal_dir);
  return directories;
}

}  // namespace bench
