// For tests of table/: builds SST files in memory, opens them, and finds the golden files that
// stock RocksDB made.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "env/file_io.h"
#include "env/mem_fs.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/table.h"
#include "table/table_builder.h"
#include "table/table_reader.h"
#include "util/point_lookup.h"
#include "util/range_tombstone.h"

namespace ROCKSDB_NAMESPACE {

// Internal key -> value, in the order of files over the bytewise comparator.
struct BytewiseInternalLess {
  bool operator()(const std::string& a, const std::string& b) const {
    return InternalKeyOrder(BytewiseComparator()).Compare(a, b) < 0;
  }
};
using EntryMap = std::map<std::string, std::string, BytewiseInternalLess>;

inline const InternalKeyOrder& TestOrder() {
  static const InternalKeyOrder order(BytewiseComparator());
  return order;
}

// A file that takes whole pages at their place, as one that was opened for direct I/O. Nobody
// flushes it before its end.
class DirectAppends final : public FSWritableFileWrapper {
 public:
  static constexpr size_t kUnit = 4096;

  explicit DirectAppends(std::unique_ptr<FSWritableFile> file)
      : FSWritableFileWrapper(file.get()), file_(std::move(file)) {}
  using FSWritableFileWrapper::PositionedAppend;
  bool use_direct_io() const override { return true; }
  size_t GetRequiredBufferAlignment() const override { return kUnit; }
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& o,
                            IODebugContext* dbg) override {
    EXPECT_EQ(offset % kUnit + data.size() % kUnit, 0u);
    return file_->Append(data, o, dbg);
  }

 private:
  const std::unique_ptr<FSWritableFile> file_;
};

// Holds one file at a time, in a file system in memory.
class SstFiles {
 public:
  SstFiles() : fs_(NewMemFileSystem()) {}

  // Files are written as with direct I/O from now on.
  void WriteDirectly() { direct_ = true; }

  // Writes `entries` (points and tombstones) to a new file; contents() then has its bytes.
  Status Build(const BlockBasedTableOptions& table, const TableBuilderOptions& how,
               const EntryMap& entries, TableProperties* properties = nullptr) {
    std::unique_ptr<TableFactory> factory(NewBlockBasedTableFactory(table));
    std::unique_ptr<FSWritableFile> file;
    Status s = fs_->NewWritableFile(kName, FileOptions(), &file, nullptr);
    if (!s.ok()) return s;
    if (direct_) file = std::make_unique<DirectAppends>(std::move(file));
    const auto writer =
        std::make_unique<WritableFileWriter>(std::move(file), kName, FileOptions(), nullptr);
    std::unique_ptr<TableBuilder> builder(factory->NewTableBuilder(how, writer.get()));
    for (const auto& [key, value] : entries) builder->Add(key, value);
    s = builder->Finish();
    if (s.ok()) s = writer->Close();
    if (!s.ok()) return s;
    EXPECT_EQ(builder->FileSize(), writer->FileSize());
    EXPECT_EQ(builder->Properties().tail_start_offset + builder->TailSize(), builder->FileSize());
    if (properties != nullptr) *properties = builder->Properties();
    return ReadFileToString(fs_.get(), kName, &contents_);
  }

  Status Open(const BlockBasedTableOptions& table, const TableReaderOptions& how,
              std::unique_ptr<TableReader>* reader) {
    std::unique_ptr<TableFactory> factory(NewBlockBasedTableFactory(table));
    std::unique_ptr<RandomAccessFileReader> file;
    Status s = RandomAccessFileReader::Open(fs_.get(), kName, FileOptions(), &file);
    if (!s.ok()) return s;
    return factory->NewTableReader(ReadOptions(), how, std::move(file), contents_.size(), reader,
                                   true);
  }

  // Replaces the file.
  Status SetContents(const std::string& contents) {
    contents_ = contents;
    return WriteStringToFile(fs_.get(), contents, kName);
  }
  const std::string& contents() const { return contents_; }
  // Changes bytes of the file in place: open readers see them too.
  Status Overwrite(uint64_t offset, const Slice& bytes) {
    std::unique_ptr<FSRandomRWFile> file;
    Status s = fs_->NewRandomRWFile(kName, FileOptions(), &file, nullptr);
    if (s.ok()) s = file->Write(offset, bytes, IOOptions(), nullptr);
    return s.ok() ? Status(file->Close(IOOptions(), nullptr)) : s;
  }
  Status OpenReader(std::unique_ptr<RandomAccessFileReader>* file) {
    return RandomAccessFileReader::Open(fs_.get(), kName, FileOptions(), file);
  }

  static constexpr char kName[] = "/000009.sst";

 private:
  std::shared_ptr<FileSystem> fs_;
  std::string contents_;
  bool direct_ = false;
};

inline std::string GoldenPath(const std::string& name) {
  const std::filesystem::path here(__FILE__);
  return (here.parent_path().parent_path() / "test" / "interop" / "golden" / "sst" /
          (name + ".sst"))
      .string();
}

// The value that Get finds, "DELETED", "MERGE" or "MISSING"; or the text of the error.
inline std::string Find(TableReader* reader, const Slice& user_key,
                        SequenceNumber snapshot = kLargestSequence,
                        const ReadOptions& ro = ReadOptions()) {
  LookupKey key(user_key, snapshot);
  PointLookup lookup(TestOrder(), user_key, snapshot);
  Status s = reader->Get(ro, key.internal_key(), &lookup, false);
  if (!s.ok()) return s.ToString();
  switch (lookup.result()) {
    case LookupResult::kFound:
      return lookup.value().ToString();
    case LookupResult::kDeleted:
      return "DELETED";
    case LookupResult::kMerge:
      return "MERGE";
    default:
      return "MISSING";
  }
}

// Every entry of the iterator from first to last.
inline std::vector<std::pair<std::string, std::string>> Forward(InternalIterator* it) {
  std::vector<std::pair<std::string, std::string>> seen;
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    seen.emplace_back(it->key().ToString(), it->value().ToString());
  }
  return seen;
}
inline std::vector<std::pair<std::string, std::string>> Backward(InternalIterator* it) {
  std::vector<std::pair<std::string, std::string>> seen;
  for (it->SeekToLast(); it->Valid(); it->Prev()) {
    seen.emplace_back(it->key().ToString(), it->value().ToString());
  }
  return {seen.rbegin(), seen.rend()};
}

}  // namespace ROCKSDB_NAMESPACE
