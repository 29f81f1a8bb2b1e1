// TestFiles: the base of file system tests, with a directory of their own and calls for whole
// files. For tests only.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "env/file_io.h"
#include "env/plain_io.h"
#include "env/test_dir.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {

class TestFiles {
 protected:
  explicit TestFiles(const std::string& name) : dir_(name) {}

  // Makes the directory in `fs`, too, which may differ from TestDir's file system. A test that owns
  // what `fs` uses calls fs_.reset() before it destroys that.
  void Use(std::shared_ptr<FileSystem> fs) {
    fs_ = std::move(fs);
    EXPECT_OK(fs_->CreateDirIfMissing(dir_.path(), kPlainIo, nullptr));
  }
  void Write(const std::string& f, const Slice& data) {
    ASSERT_OK(WriteStringToFile(fs_.get(), data, f, true));
  }
  // The file's bytes, or why they cannot be read.
  std::string Read(const std::string& f) {
    std::string data;
    const IOStatus s = ReadFileToString(fs_.get(), f, &data);
    return s.ok() ? data : s.ToString();
  }

  TestDir dir_;
  std::shared_ptr<FileSystem> fs_;
};

}  // namespace ROCKSDB_NAMESPACE
