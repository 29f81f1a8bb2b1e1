// EnvMirror: does everything in two environments at once and compares the results, to test one
// against the other. In part: calls about names, sizes and locks; each call that opens a file or a
// directory is refused.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/env.h"

namespace ROCKSDB_NAMESPACE {

// What is not overridden goes to the first environment.
class EnvMirror : public EnvWrapper {
 public:
  // With free_a and free_b it owns them.
  EnvMirror(Env* a, Env* b, bool free_a = false, bool free_b = false)
      : EnvWrapper(a), a_(a), b_(b), free_a_(free_a), free_b_(free_b) {}
  ~EnvMirror() override;

  const char* Name() const override { return "EnvMirror"; }

  Status NewSequentialFile(const std::string& f, std::unique_ptr<SequentialFile>* r,
                           const EnvOptions& options) override;
  Status NewRandomAccessFile(const std::string& f, std::unique_ptr<RandomAccessFile>* r,
                             const EnvOptions& options) override;
  Status NewWritableFile(const std::string& f, std::unique_ptr<WritableFile>* r,
                         const EnvOptions& options) override;
  Status ReuseWritableFile(const std::string& fname, const std::string& old_fname,
                           std::unique_ptr<WritableFile>* r, const EnvOptions& options) override;
  Status NewDirectory(const std::string& name, std::unique_ptr<Directory>* result) override;

  // The rest goes to both; Corruption when the results differ.
  Status FileExists(const std::string& f) override;
  Status GetChildren(const std::string& dir, std::vector<std::string>* r) override;
  Status DeleteFile(const std::string& f) override;
  Status CreateDir(const std::string& d) override;
  Status CreateDirIfMissing(const std::string& d) override;
  Status DeleteDir(const std::string& d) override;
  Status GetFileSize(const std::string& f, uint64_t* s) override;
  Status GetFileModificationTime(const std::string& fname, uint64_t* file_mtime) override;
  Status RenameFile(const std::string& s, const std::string& t) override;
  Status LinkFile(const std::string& s, const std::string& t) override;

  class FileLockMirror : public FileLock {
   public:
    FileLockMirror(FileLock* a, FileLock* b) : a_(a), b_(b) {}

    FileLock* a_;
    FileLock* b_;
  };
  Status LockFile(const std::string& f, FileLock** l) override;
  Status UnlockFile(FileLock* l) override;

 private:
  Env* const a_;
  Env* const b_;
  const bool free_a_;
  const bool free_b_;
};

}  // namespace ROCKSDB_NAMESPACE
