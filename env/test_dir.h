// TestDir: a fresh directory for one test, removed with what is in it. For tests only.
#pragma once

#include <string>
#include <vector>

#include "rocksdb/env.h"

namespace ROCKSDB_NAMESPACE {

// Ignores errors of creating and removing it: the test itself fails on them.
class TestDir {
 public:
  explicit TestDir(const std::string& name) {
    Env* env = Env::Default();
    env->GetTestDirectory(&path_).PermitUncheckedError();
    path_ += "/" + name + "-" + env->GenerateUniqueId();
    env->CreateDirIfMissing(path_).PermitUncheckedError();
  }
  ~TestDir() { Remove(path_); }
  TestDir(const TestDir&) = delete;
  TestDir& operator=(const TestDir&) = delete;

  const std::string& path() const { return path_; }
  std::string File(const std::string& name) const { return path_ + "/" + name; }

 private:
  static void Remove(const std::string& dir) {
    Env* env = Env::Default();
    std::vector<std::string> names;
    env->GetChildren(dir, &names).PermitUncheckedError();
    for (const std::string& name : names) {
      const std::string path = dir + "/" + name;
      bool is_dir = false;
      if (env->IsDirectory(path, &is_dir).ok() && is_dir) {
        Remove(path);
      } else {
        env->DeleteFile(path).PermitUncheckedError();
      }
    }
    env->DeleteDir(dir).PermitUncheckedError();
  }

  std::string path_;
};

}  // namespace ROCKSDB_NAMESPACE
