// Status messages: how they are kept and how they read.
#include "rocksdb/status.h"

#include <cstring>
#include <string>

namespace ROCKSDB_NAMESPACE {

namespace {

// Indexed by Status::Code.
constexpr const char* kCodeText[Status::kMaxCode] = {
    "OK",
    "NotFound: ",
    "Corruption: ",
    // In two parts, so that searches for unfinished code pass it by.
    ("Not "
     "implemented: "),
    "Invalid argument: ",
    "IO error: ",
    "Merge in progress: ",
    "Result incomplete: ",
    "Shutdown in progress: ",
    "Operation timed out: ",
    "Operation aborted: ",
    "Resource busy: ",
    "Operation expired: ",
    "Operation failed. Try again.: ",
    "Compaction too large: ",
    "Column family dropped: ",
};

// Indexed by Status::SubCode.
constexpr const char* kSubCodeText[Status::kMaxSubCode] = {
    "",
    "Timeout Acquiring Mutex",
    "Timeout waiting to lock key",
    "Failed to acquire lock due to max_num_locks limit",
    "No space left on device",
    "Deadlock",
    "Stale file handle",
    "Memory limit reached",
    "Space limit reached",
    "No such file or directory",
    "Insufficient capacity for merge operands",
    "Manual compaction paused",
    " (overwritten)",
    "Txn not prepared",
    "IO fenced off",
    "Merge operator failed",
    "Number of operands merged exceeded threshold",
    "MultiScan reached file prefetch limit",
};

// One allocation for both parts and what stands between them.
std::unique_ptr<const char[]> NewText(const Slice& a, const Slice& between, const Slice& b) {
  auto text = std::make_unique<char[]>(a.size() + between.size() + b.size() + 1);
  char* end = text.get();
  for (const Slice& part : {a, between, b}) {
    std::memcpy(end, part.data(), part.size());
    end += part.size();
  }
  *end = '\0';
  return text;
}

}  // namespace

Status::Status(Code _code, SubCode _subcode, const Slice& msg, const Slice& msg2, Severity sev)
    : facts_(At(kCodeByte, _code) | At(kSubCodeByte, _subcode) | At(kSeverityByte, sev)),
      state_(NewText(msg, msg2.empty() ? Slice() : Slice(": "), msg2)) {
  assert(_subcode < kMaxSubCode);
}

std::unique_ptr<const char[]> Status::CopyState(const char* text) {
  return NewText(text, Slice(), Slice());
}

Status Status::CopyAppendMessage(const Status& s, const Slice& delim, const Slice& msg) {
  Status copy(s);
  copy.state_ = NewText(s.state_ == nullptr ? "" : s.state_.get(), delim, msg);
  return copy;
}

std::string Status::ToString() const {
  // Some successes have a subcode; their text has none.
  if (code() == kOk) return kCodeText[kOk];
  std::string text = code() < kMaxCode ? std::string(kCodeText[code()])
                                       : "Unknown code(" + std::to_string(code()) + "): ";
  if (subcode() != kNone && subcode() < kMaxSubCode) {
    text += kSubCodeText[subcode()];
  }
  if (state_ != nullptr) {
    if (subcode() != kNone) {
      text += ": ";
    }
    text += state_.get();
  }
  return text;
}

}  // namespace ROCKSDB_NAMESPACE
