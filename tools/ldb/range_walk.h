// The flags of commands that walk a range of keys, and the walk: --from, --to (exclusive),
// --max_keys; with --ttl also --start_time, --end_time (exclusive) and --timestamp.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "tools/ldb/session.h"

namespace ROCKSDB_NAMESPACE::tools {

class RangeWalk {
 public:
  struct Entry {
    Slice key;
    Slice value;  // without its time
    const WideColumns& columns;
    int64_t seconds;  // when it was written; 0 without --ttl
  };
  using See = std::function<void(const Entry& entry)>;

  // The walk's own flags and `more`.
  static std::set<std::string> FlagsWith(std::set<std::string> more);

  explicit RangeWalk(Session& session) : session_(session) {}

  // InvalidArgument names the flag that is wrong.
  [[nodiscard]] Status ReadFlags();
  // Calls `see` for each entry of the range, in order, and counts them. Corruption: a value has no
  // time though --ttl is given. REQUIRES: ReadFlags() and the session's Open() returned OK.
  [[nodiscard]] Status Run(const See& see);

  int64_t count() const { return count_; }
  int64_t start_time() const { return start_time_; }
  int64_t end_time() const { return end_time_; }
  // Whether times are printed: --timestamp together with --ttl.
  bool shows_times() const { return session_.ttl() && session_.arguments().On("timestamp"); }

 private:
  // Splits the time off; *wanted is whether the entry lies between the two times.
  [[nodiscard]] Status TakeTime(Slice* value, int64_t* seconds, bool* wanted) const;

  Session& session_;
  std::string from_;
  std::string to_;
  int64_t limit_ = -1;
  int64_t start_time_ = 0;
  int64_t end_time_ = 0;
  int64_t count_ = 0;
};

// "Sun Nov 22 19:28:23 2026", in local time.
std::string TimeText(int64_t seconds);

}  // namespace ROCKSDB_NAMESPACE::tools
