// Opening, closing and renewing the database under test: see bench_db.h.
#include "tools/db_bench/bench_db.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "tools/db_bench/flags.h"
#include "tools/db_bench/transactions.h"

namespace bench {

Status BenchDb::Init() {
  path_ = FLAGS_db;
  if (path_.empty()) {
    const char* test_directory = std::getenv("TEST_TMPDIR");
    path_ = test_directory != nullptr ? test_directory
                                      : "/tmp/rocksdbtest-" + std::to_string(geteuid());
    // If this fails, the open that follows reports it.
    std::error_code error;
    std::filesystem::create_directories(path_, error);
    path_ += "/dbbench";
  }
  Status s = MakeSharedParts(&parts_);
  if (!s.ok()) return s;
  return FLAGS_use_existing_db ? Open() : Recreate();
}

Status BenchDb::Recreate() {
  Close();
  if (std::filesystem::exists(path_)) {
    Status s = DestroyEngine(path_, FLAGS_wal_dir);
    if (!s.ok()) return s;
  }
  return Open();
}

Status BenchDb::Reopen() {
  Close();
  return Open();
}

Status BenchDb::Open() {
  const CpuTimes before = CpuTimes::Now();
  const auto began = std::chrono::steady_clock::now();
  Status s = OpenFamilies();
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began;
  const CpuTimes after = CpuTimes::Now();
  last_open_ = {passed.count(), {after.user - before.user, after.system - before.system}};
  return s;
}

Status BenchDb::OpenFamilies() {
  options_ = Options();
  Status s = BuildOptions(parts_, &options_);
  if (!s.ok()) return s;
  std::vector<std::string> names{"default"};
  for (int i = 1; i < FLAGS_num_column_families; ++i) {
    names.push_back("column_family_name_" + std::to_string(i));
  }
  const TransactionForm form = ChosenTransactionForm();
  if (form != TransactionForm::kNone) {
    return OpenTransactional(form, options_, path_, names, &families_, &db_);
  }
  return OpenEngine(options_, path_, FLAGS_readonly, names, &families_, &db_);
}

void BenchDb::Close() {
  if (db_ == nullptr) return;
  // The handles belong to the database, so they go first.
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
