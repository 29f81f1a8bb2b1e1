// Where a process may be told to kill itself: a file kind, an operation, a side, and which of those
// operations in order. Parsed from --kill_point; asked by kill_fs at every operation.
//
//   KIND[@ACTIVITY]:OP:SIDE:N        manifest@split:append:torn:1    wal:sync:before:40
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/status.h"

namespace stress {

// What a file is, told by its name.
enum class FileKind : uint8_t {
  kWal,
  kTable,
  kManifest,
  kCurrent,  // CURRENT and the temporary file that becomes it
  kOptions,  // OPTIONS files and theirs
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
  kDelete,
  kDirSync,
};
enum class Side : uint8_t { kBefore, kTorn, kAfter };

FileKind KindOf(const std::string& path);
const char* NameOf(FileKind kind);
const char* NameOf(FileOp op);
const char* NameOf(Side side);

struct KillPoint {
  std::string kind;      // a FileKind's name, or "any"
  std::string activity;  // what the MANIFEST append (or other operation) is for; empty: any
  FileOp op = FileOp::kAppend;
  Side side = Side::kBefore;
  uint64_t nth = 1;

  // Without the number: what the summary counts.
  std::string Name() const;
};
rocksdb::Status ParseKillPoint(const std::string& text, KillPoint* point);

// The points that crash runs cycle through: name, and up to which N they are spread. A point that
// an option set never reaches (direct I/O truncates, recycled logs are reused) is hit by those that
// do.
struct CatalogEntry {
  const char* name;
  uint64_t spread;
  const char* needs;  // a draw that reaches it for certain, as in --with; empty: any
};
const std::vector<CatalogEntry>& KillCatalog();

// Counts down and kills. Thread-safe.
class Killer {
 public:
  Killer() = default;
  explicit Killer(const KillPoint& point) : point_(point), wanted_(true) {}

  // Operations before this call do not count.
  void Arm() { armed_.store(true, std::memory_order_release); }
  // True when the operation is the wanted one and it is to be torn; the caller does half of it and
  // calls Die(). For the other sides this does not return when the moment has come.
  bool Meet(FileKind kind, const char* activity, FileOp op, Side side);
  // Says which point it was, to stderr, and sends SIGKILL to this process.
  [[noreturn]] void Die();

 private:
  KillPoint point_;
  bool wanted_ = false;
  std::atomic<bool> armed_{false};
  // Operations met so far that are the wanted one.
  std::atomic<uint64_t> met_{0};
};

}  // namespace stress
