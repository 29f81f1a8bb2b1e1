// Walks over a range of keys: see range_walk.h.
#include "tools/ldb/range_walk.h"

#include <ctime>
#include <memory>
#include <utility>

namespace ROCKSDB_NAMESPACE::tools {

namespace {

// Values of DBWithTTL end with the time of their writing: four bytes, little-endian.
constexpr size_t kTimeBytes = 4;
// Before the first and after the last time that such a value can have.
constexpr int64_t kFirstTime = 1368146402;
constexpr int64_t kLastTime = 2147483647;

int64_t TimeOf(const Slice& stored) {
  const char* bytes = stored.data() + stored.size() - kTimeBytes;
  uint32_t seconds = 0;
  for (size_t i = kTimeBytes; i > 0; --i) {
    seconds = seconds << 8 | static_cast<unsigned char>(bytes[i - 1]);
  }
  return seconds;
}

}  // namespace

std::string TimeText(int64_t seconds) {
  const std::time_t time = seconds;
  std::tm parts{};
  char text[64];
  localtime_r(&time, &parts);
  return std::string(text, std::strftime(text, sizeof(text), "%a %b %e %H:%M:%S %Y", &parts));
}

std::set<std::string> RangeWalk::FlagsWith(std::set<std::string> more) {
  more.insert({"from", "to", "max_keys", "ttl", "timestamp", "start_time", "end_time"});
  return more;
}

Status RangeWalk::ReadFlags() {
  const Arguments& arguments = session_.arguments();
  Status s = session_.ReadKey(arguments.Text("from", session_.key_hex() ? "0x" : ""), &from_);
  if (s.ok()) s = session_.ReadKey(arguments.Text("to", session_.key_hex() ? "0x" : ""), &to_);
  if (s.ok()) s = arguments.Number("max_keys", -1, &limit_);
  if (s.ok()) s = arguments.Number("start_time", kFirstTime, &start_time_);
  if (s.ok()) s = arguments.Number("end_time", kLastTime, &end_time_);
  return s;
}

Status RangeWalk::TakeTime(Slice* value, int64_t* seconds, bool* wanted) const {
  *wanted = true;
  *seconds = 0;
  if (!session_.ttl()) return Status::OK();
  if (value->size() >= kTimeBytes) *seconds = TimeOf(*value);
  if (*seconds < kFirstTime) {
    return Status::Corruption("a value has no time; the database was written without --ttl");
  }
  value->remove_suffix(kTimeBytes);
  *wanted = *seconds >= start_time_ && *seconds < end_time_;
  return Status::OK();
}

Status RangeWalk::Run(const See& see) {
  const Arguments& arguments = session_.arguments();
  ReadOptions read;
  // Filters by prefix would leave out what lies behind the prefix of --from.
  read.total_order_seek = true;
  const Slice upper(to_);
  if (arguments.Has("to")) read.iterate_upper_bound = &upper;
  const std::unique_ptr<Iterator> it(session_.stored()->NewIterator(read, session_.family()));
  if (arguments.Has("from")) {
    it->Seek(from_);
  } else {
    it->SeekToFirst();
  }
  for (; it->Valid() && (limit_ < 0 || count_ < limit_); it->Next()) {
    Slice value = it->value();
    int64_t seconds = 0;
    bool wanted = false;
    Status s = TakeTime(&value, &seconds, &wanted);
    if (!s.ok()) return s;
    if (!wanted) continue;
    see({it->key(), value, it->columns(), seconds});
    ++count_;
  }
  return it->status();
}

}  // namespace ROCKSDB_NAMESPACE::tools
