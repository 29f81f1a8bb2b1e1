// TestFiles: what tests of file systems share, a directory of their own and whole files at once.
// For tests only.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "env/file_io.h"
#include "env/plain_io.h"
#include "env/test_dir.h"

namespace ROCKSDB_NAMESPACE {

class TestFiles {
 protected:
  explicit TestFiles(const std::string& name) : dir_(name) {}

  // Makes the directory in `fs` too, which need not be the one TestDir uses. Whoever owns what `fs`
  // stands on lets go of it first: fs_.reset().
  void Use(std::shared_ptr<FileSystem> fs) {
    fs_ = std::move(fs);
    EXPECT_TRUE(fs_->CreateDirIfMissing(dir_.path(), kPlain, nullptr).ok());
  }
  void Write(const std::string& f, const Slice& data) {
    ASSERT_TRUE(WriteStringToFile(fs_.get(), data, f, true).ok());
  }
  // The file's bytes, or why they can not be read.
  std::string Read(const std::string& f) {
    std::string data;
    const IOStatus s = ReadFileToString(fs_.get(), f, &data);
    return s.ok() ? data : s.ToString();
  }

  TestDir dir_;
  std::shared_ptr<FileSystem> fs_;
};

}  // namespace ROCKSDB_NAMESPACE
