// The place where a process kills itself: a kind of file, an operation, a side, and the number of
// the operation. It is parsed from --kill_point; kill_fs asks at every operation.
//
//   KIND[@ACTIVITY]:OP:SIDE:N        manifest@split:append:torn:1    wal:sync:before:40
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/status.h"

namespace stress {

// The kind of a file, from its name.
enum class FileKind : uint8_t {
  kWal,
  kTable,
  kManifest,
  kCurrent,  // CURRENT and the temporary file that becomes it
  kOptions,  // OPTIONS files and the temporary files that become them
  kInfoLog,
  kOther,
};
enum class FileOp : uint8_t {
  kOpen,  // for writing
  kReuse,
  kAppend,
  kFlush,
  kSync,
  kRangeSync,
  kTruncate,
  kClose,
  kRename,
  kLink,
  kDelete,
  kDirSync,
  kRetire,  // of a table that another one may be written over
};
enum class Side : uint8_t { kBefore, kTorn, kAfter };

FileKind KindOf(const std::string& path);
const char* NameOf(FileKind kind);
const char* NameOf(FileOp op);
const char* NameOf(Side side);

struct KillPoint {
  std::string kind;      // a FileKind's name, or "any"
  std::string activity;  // the activity of the thread; empty: any
  FileOp op = FileOp::kAppend;
  Side side = Side::kBefore;
  uint64_t nth = 1;

  // The point without its number; the summary counts by it.
  std::string Name() const;
};
rocksdb::Status ParseKillPoint(const std::string& text, KillPoint* point);

// The points that crash runs cycle through: name, and the largest N. Some points are reached under
// some options only (direct I/O truncates, recycled logs are reused).
struct CatalogEntry {
  const char* name;
  uint64_t spread;
  const char* needs;  // draws that make a run reach it, as in --with; empty: any
};
const std::vector<CatalogEntry>& KillCatalog();

// Counts down and kills. Thread-safe.
class Killer {
 public:
  Killer() = default;
  explicit Killer(const KillPoint& point) : point_(point), wanted_(true) {}

  // Operations before this call do not count.
  void Arm() { armed_.store(true, std::memory_order_release); }
  // Called for each side of each operation. At the kill point it does not return, unless the side
  // is torn: then it returns true, and the caller does half of the operation and calls Die().
  bool Meet(FileKind kind, const char* activity, FileOp op, Side side);
  // Prints the point to stderr and sends SIGKILL to this process.
  [[noreturn]] void Die();

 private:
  KillPoint point_;
  bool wanted_ = false;
  std::atomic<bool> armed_{false};
  // The operations so far that match the kill point.
  std::atomic<uint64_t> met_{0};
};

}  // namespace stress
