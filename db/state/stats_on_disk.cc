// See the header.
//
//   "0001795768#rocksdb.block.cache.miss" -> "12"      seconds # ticker -> what it gained
//   kFormatKey, kReadableKey              -> "1"       behind all seconds
#include "db/state/stats_on_disk.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// The format that is written, and the oldest one whose readers understand it.
constexpr char kFormatKey[] = "__persistent_stats_format_version__";
constexpr char kReadableKey[] = "__persistent_stats_compatible_version__";
constexpr uint64_t kFormat = 1;

constexpr size_t kSecondDigits = 10;
constexpr char kBehindSecond = '#';

std::string KeyOf(uint64_t second, const std::string& ticker) {
  std::string digits = std::to_string(second);
  if (digits.size() < kSecondDigits) digits.insert(0, kSecondDigits - digits.size(), '0');
  return digits + kBehindSecond + ticker;
}

// False for keys of another kind.
bool ParseKey(const Slice& key, uint64_t* second, std::string* ticker) {
  const std::string text = key.ToString();
  const size_t end = text.find(kBehindSecond);
  if (end == std::string::npos || !ParseUint64(text.substr(0, end), second).ok()) return false;
  *ticker = text.substr(end + 1);
  return true;
}

}  // namespace

class StatsOnDisk::Walker final : public StatsHistoryIterator {
 public:
  Walker(const StatsOnDisk& history, uint64_t begin, uint64_t end) : history_(history), end_(end) {
    MoveTo(begin);
  }

  bool Valid() const override { return valid_; }
  void Next() override {
    // Below end_, so adding one does not wrap around.
    if (valid_) MoveTo(second_ + 1);
  }
  uint64_t GetStatsTime() const override { return second_; }
  const StatsHistory::Tickers& GetStatsMap() const override { return gains_; }
  Status status() const override { return status_; }

 private:
  // To the first slice from `begin` on.
  void MoveTo(uint64_t begin) {
    valid_ = false;
    gains_.clear();
    ReadOptions read;
    read.fill_cache = false;
    const std::unique_ptr<Iterator> it(history_.db_->NewIterator(read, history_.family_.get()));
    for (it->Seek(KeyOf(begin, "")); it->Valid() && Take(it.get()); it->Next()) {
    }
    status_ = it->status();
    valid_ = valid_ && status_.ok();
  }
  // False: the slice ends before this entry.
  bool Take(const Iterator* it) {
    uint64_t second, gain;
    std::string ticker;
    if (!ParseKey(it->key(), &second, &ticker) ||
        !ParseUint64(it->value().ToStringView(), &gain).ok())
      return true;
    if (second >= end_ || (valid_ && second != second_)) return false;
    valid_ = true;
    second_ = second;
    gains_[ticker] = gain;
    return true;
  }

  const StatsOnDisk& history_;
  const uint64_t end_;
  bool valid_ = false;
  uint64_t second_ = 0;
  StatsHistory::Tickers gains_;
  Status status_;
};

ColumnFamilyDescriptor StatsOnDisk::Family() {
  // A few kilobytes a slice: neither buckets nor large buffers would be of use.
  ColumnFamilyOptions options;
  options.write_buffer_size = 2 << 20;
  options.target_file_size_base = 2 << 20;
  options.max_bytes_for_level_base = 10 << 20;
  options.compression = kNoCompression;
  options.bucket_options.enabled = false;
  return {kPersistentStatsColumnFamilyName, options};
}

void StatsOnDisk::AddFamily(std::vector<ColumnFamilyDescriptor>* families) {
  const auto is_it = [](const ColumnFamilyDescriptor& family) {
    return family.name == kPersistentStatsColumnFamilyName;
  };
  if (std::none_of(families->begin(), families->end(), is_it)) families->push_back(Family());
}

Status StatsOnDisk::VersionAt(const Slice& key, uint64_t* version) const {
  std::string text;
  Status s = db_->Get(ReadOptions(), family_.get(), key, &text);
  *version = 0;
  if (s.IsNotFound()) return Status::OK();
  if (s.ok() && !ParseUint64(text, version).ok()) *version = UINT64_MAX;
  return s;
}

Status StatsOnDisk::Prepare() {
  uint64_t format = 0, readable = 0;
  Status s = VersionAt(kFormatKey, &format);
  if (s.ok()) s = VersionAt(kReadableKey, &readable);
  if (!s.ok() || (format != 0 && readable <= kFormat)) return s;
  WriteBatch batch;
  // Every key of a format begins with a digit or an underscore.
  if (format != 0) s = batch.DeleteRange(family_.get(), "", "~");
  const std::string version = std::to_string(kFormat);
  for (const char* key : {kFormatKey, kReadableKey}) {
    if (s.ok()) s = batch.Put(family_.get(), key, version);
  }
  return s.ok() ? db_->Write(WriteOptions(), &batch) : s;
}

Status StatsOnDisk::Write(uint64_t second, const StatsHistory::Tickers& gains) {
  WriteBatch batch;
  Status s;
  for (const auto& [ticker, gain] : gains) {
    if (s.ok()) s = batch.Put(family_.get(), KeyOf(second, ticker), std::to_string(gain));
  }
  WriteOptions options;
  options.low_pri = true;
  options.no_slowdown = true;
  return s.ok() ? db_->Write(options, &batch) : s;
}

Status StatsOnDisk::Flush() {
  FlushOptions options;
  options.wait = false;
  return db_->Flush(options, family_.get());
}

std::unique_ptr<StatsHistoryIterator> StatsOnDisk::Walk(uint64_t begin, uint64_t end) const {
  return std::make_unique<Walker>(*this, begin, end);
}

}  // namespace ROCKSDB_NAMESPACE
