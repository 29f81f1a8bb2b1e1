// Status: the result of an operation. Nearly every call returns one; ignoring it is a compile
// warning. It holds a code, a sub-code, a severity, and a message, which is allocated for failures
// only.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "rocksdb/slice.h"

// Defined where this library itself is compiled: there the compiler warns of results that nobody
// looks at. An application's own code is not held to that.
#ifdef BUCKETLSM_LOOKS_AT_RESULTS
#define BUCKETLSM_RESULT [[nodiscard]]
#else
#define BUCKETLSM_RESULT
#endif

namespace ROCKSDB_NAMESPACE {

// A value that can be copied, moved, or sent to another thread. Copying a failure copies its
// message; a moved-from object is OK. Two threads must not change one object at once.
class BUCKETLSM_RESULT Status {
 public:
  // The kind of result, with RocksDB's numbers.
  enum Code : unsigned char {
    kOk = 0,
    // The key, file or name does not exist.
    kNotFound = 1,
    // Bytes that were read, or held in memory, differ from those that were written.
    kCorruption = 2,
    // This library, or a database opened for reading, does not do that.
    kNotSupported = 3,
    // The call or the options contradict the rules; nothing was done.
    kInvalidArgument = 4,
    // The file system failed; see the sub-code and IOStatus.
    kIOError = 5,
    // A batch has operands for the key that need a base or a merge operator from elsewhere.
    kMergeInProgress = 6,
    // Stopped early: a forbidden wait or read, or a full array.
    kIncomplete = 7,
    kShutdownInProgress = 8,  // the database is being closed
    kTimedOut = 9,            // a deadline or time limit has passed
    // Failed because of the present state; may work later.
    kAborted = 10,
    kBusy = 11,     // another call is doing the same
    kExpired = 12,  // a transaction has outlived its time, and others may have its locks
    // A memtable already has the key with this sequence number, or a transaction cannot be checked
    // any more.
    kTryAgain = 13,
    kCompactionTooLarge = 14,   // the outputs may take more space than SstFileManager allows
    kColumnFamilyDropped = 15,  // the handle names a family that was dropped
    kMaxCode
  };

  // The reason, if the code alone is not enough. This library never sets
  // KMergeOperandsInsufficientCapacity, kIOFenced, kMergeOperandThresholdExceeded and
  // kPrefetchLimitReached; applications and plug-ins may.
  enum SubCode : unsigned char {
    kNone = 0,
    // TimedOut: the mutex of a transaction database, or the lock of a key, stayed taken.
    kMutexTimeout = 1,
    kLockTimeout = 2,
    kLockLimit = 3,    // Aborted: TransactionDBOptions::max_num_locks
    kNoSpace = 4,      // IOError: the device is full
    kDeadlock = 5,     // Busy: transactions wait for one another
    kStaleFile = 6,    // IOError: the file handle is no longer good
    kMemoryLimit = 7,  // Aborted: WriteBatch::SetMaxBytes()
    kSpaceLimit = 8,
    kPathNotFound = 9,  // IOError or NotFound: no such file or directory
    KMergeOperandsInsufficientCapacity = 10,
    kManualCompactionPaused = 11,  // Incomplete: CompactRange() was cancelled
    kOverwritten = 12,
    kTxnNotPrepared = 13,  // InvalidArgument: the transaction has to be prepared first
    kIOFenced = 14,
    // Corruption: the merge operator returned false.
    kMergeOperatorFailed = 15,
    kMergeOperandThresholdExceeded = 16,
    kPrefetchLimitReached = 17,
    kMaxSubCode
  };

  // How much of the database a background error takes out of service; kNoError in every other
  // Status. kSoftError: writes go on. kHardError: writes fail until recovery. From kFatalError on
  // the database must be opened again; kUnrecoverableError means that data is damaged or lost.
  enum Severity : unsigned char {
    kNoError = 0,
    kSoftError = 1,
    kHardError = 2,
    kFatalError = 3,
    kUnrecoverableError = 4,
    kMaxSeverity
  };

  // OK.
  Status() = default;
  ~Status() = default;
  Status(const Status& s) { *this = s; }
  // The same failure with another severity.
  Status(const Status& s, Severity sev) : Status(s) { SetFact(kSeverityByte, sev); }
  Status(Status&& s) noexcept { *this = std::move(s); }
  Status& operator=(const Status& s);
  Status& operator=(Status&& s) noexcept;
  // Makes a status from its parts. Copies the message.
  Status(Code _code, SubCode _subcode, Severity _sev, const Slice& msg)
      : Status(_code, _subcode, msg, Slice(), _sev) {}

  // Compares codes only; messages, sub-codes and severities do not count.
  bool operator==(const Status& rhs) const { return code() == rhs.code(); }
  bool operator!=(const Status& rhs) const { return code() != rhs.code(); }

  // getState() is null-terminated and valid until this object is changed or destroyed.
  Code code() const { return static_cast<Code>(Fact(kCodeByte)); }
  SubCode subcode() const { return static_cast<SubCode>(Fact(kSubCodeByte)); }
  Severity severity() const { return static_cast<Severity>(Fact(kSeverityByte)); }
  // The message, or null.
  const char* getState() const { return state_.get(); }
  bool ok() const { return code() == kOk; }

  // Takes s over when this is still OK; keeps the first failure otherwise. For calls that go on
  // after a failure and report the first one. Returns this object.
  Status& UpdateIfOk(const Status& s) {
    if (ok()) {
      *this = s;
    }
    return *this;
  }
  Status& UpdateIfOk(Status&& s) {
    if (ok()) {
      *this = std::move(s);
    }
    return *this;
  }

  // "OK", or the code's name, the sub-code's sentence and the message. For people and logs:
  // programs compare codes, not texts.
  std::string ToString() const;

  // For callers that drop a status on purpose. It costs nothing.
  void PermitUncheckedError() const {}
  void MustCheck() const {}

  static Status OK() { return Status(); }
  // A kind of OK; only IsOkOverwritten() tells the difference.
  static Status OkOverwritten() { return Status(kOk, kOverwritten); }
  // A kind of OK: a read folded more operands than ReadOptions::merge_operand_count_threshold.
  static Status OkMergeOperandThresholdExceeded() {
    return Status(kOk, kMergeOperandThresholdExceeded);
  }
  // A scan over several ranges read as far ahead as it may.
  static Status PrefetchLimitReached() { return Status(kIncomplete, kPrefetchLimitReached); }

  // Returns s with `delim` and `msg` appended to its message. Code, sub-code and severity stay.
  static Status CopyAppendMessage(const Status& s, const Slice& delim, const Slice& msg);

// One kind of failure, made from a message (and a second, joined by ": "), from a sub-code, or
// both.
#define ROCKSDB_STATUS_KIND(Name)                                                  \
  static Status Name(const Slice& msg, const Slice& msg2 = Slice()) {              \
    return Status(k##Name, kNone, msg, msg2);                                      \
  }                                                                                \
  static Status Name(SubCode sub = kNone) { return Status(k##Name, sub); }         \
  static Status Name(SubCode sub, const Slice& msg, const Slice& msg2 = Slice()) { \
    return Status(k##Name, sub, msg, msg2);                                        \
  }                                                                                \
  bool Is##Name() const { return code() == k##Name; }

  // Each line gives three makers and a test: Status::NotFound(...) and IsNotFound(). The test
  // looks at the code alone, whatever the sub-code.
  ROCKSDB_STATUS_KIND(NotFound)
  ROCKSDB_STATUS_KIND(Corruption)
  ROCKSDB_STATUS_KIND(NotSupported)
  ROCKSDB_STATUS_KIND(InvalidArgument)
  ROCKSDB_STATUS_KIND(IOError)
  ROCKSDB_STATUS_KIND(MergeInProgress)
  ROCKSDB_STATUS_KIND(Incomplete)
  ROCKSDB_STATUS_KIND(ShutdownInProgress)
  ROCKSDB_STATUS_KIND(TimedOut)
  ROCKSDB_STATUS_KIND(Aborted)
  ROCKSDB_STATUS_KIND(Busy)
  ROCKSDB_STATUS_KIND(Expired)
  ROCKSDB_STATUS_KIND(TryAgain)
  ROCKSDB_STATUS_KIND(CompactionTooLarge)
  ROCKSDB_STATUS_KIND(ColumnFamilyDropped)
#undef ROCKSDB_STATUS_KIND

// A failure that is a code together with a fixed sub-code.
#define ROCKSDB_STATUS_PAIR(Name, code_of_it)                         \
  static Status Name() { return Status(code_of_it, k##Name); }        \
  static Status Name(const Slice& msg, const Slice& msg2 = Slice()) { \
    return Status(code_of_it, k##Name, msg, msg2);                    \
  }

  // Two makers each; the tests are below.
  ROCKSDB_STATUS_PAIR(NoSpace, kIOError)
  ROCKSDB_STATUS_PAIR(MemoryLimit, kAborted)
  ROCKSDB_STATUS_PAIR(SpaceLimit, kIOError)
  ROCKSDB_STATUS_PAIR(PathNotFound, kIOError)
  ROCKSDB_STATUS_PAIR(TxnNotPrepared, kInvalidArgument)
  ROCKSDB_STATUS_PAIR(LockLimit, kAborted)
#undef ROCKSDB_STATUS_PAIR

  // Tests code and sub-code together. False when the code fits and the sub-code does not.
  bool IsOkOverwritten() const { return Is(kOk, kOverwritten); }
  bool IsOkMergeOperandThresholdExceeded() const { return Is(kOk, kMergeOperandThresholdExceeded); }
  bool IsPrefetchLimitReached() const { return Is(kIncomplete, kPrefetchLimitReached); }
  bool IsLockLimit() const { return Is(kAborted, kLockLimit); }
  bool IsMutexTimeout() const { return Is(kTimedOut, kMutexTimeout); }
  bool IsLockTimeout() const { return Is(kTimedOut, kLockTimeout); }
  bool IsDeadlock() const { return Is(kBusy, kDeadlock); }
  bool IsNoSpace() const { return Is(kIOError, kNoSpace); }
  bool IsStaleFile() const { return Is(kIOError, kStaleFile); }
  bool IsMemoryLimit() const { return Is(kAborted, kMemoryLimit); }
  bool IsSpaceLimit() const { return Is(kIOError, kSpaceLimit); }
  bool IsPathNotFound() const {
    return Is(kIOError, kPathNotFound) || Is(kNotFound, kPathNotFound);
  }
  bool IsManualCompactionPaused() const { return Is(kIncomplete, kManualCompactionPaused); }
  bool IsTxnNotPrepared() const { return Is(kInvalidArgument, kTxnNotPrepared); }
  bool IsIOFenced() const { return Is(kIOError, kIOFenced); }

 protected:
  explicit Status(Code _code, SubCode _subcode = kNone)
      : facts_(At(kCodeByte, _code) | At(kSubCodeByte, _subcode)) {}
  explicit Status(Code _code, SubCode _subcode, bool retryable, bool data_loss, unsigned char scope)
      : facts_(At(kCodeByte, _code) | At(kSubCodeByte, _subcode) | At(kRetryableByte, retryable) |
               At(kDataLossByte, data_loss) | At(kScopeByte, scope)) {}
  Status(Code _code, SubCode _subcode, const Slice& msg, const Slice& msg2,
         Severity sev = kNoError);
  Status(Code _code, const Slice& msg, const Slice& msg2) : Status(_code, kNone, msg, msg2) {}

  // A copy of a message; null for null.
  static std::unique_ptr<const char[]> CopyState(const char* s);
  // Notes that somebody looked at the status, in builds that check this. Costs nothing here.
  void MarkChecked() const {}

  // The places of the facts in their word. The last three are for IOStatus; they are here so that a
  // Status between two IOStatuses loses nothing.
  enum Byte : int {
    kCodeByte,
    kSubCodeByte,
    kSeverityByte,
    kRetryableByte,
    kDataLossByte,
    kScopeByte,
  };
  static constexpr uint64_t At(Byte place, unsigned char fact) {
    return uint64_t{fact} << (8 * place);
  }
  unsigned char Fact(Byte place) const { return static_cast<unsigned char>(facts_ >> (8 * place)); }
  void SetFact(Byte place, unsigned char fact) {
    facts_ = (facts_ & ~At(place, 0xff)) | At(place, fact);
  }

  // One word, always written as a whole. A processor hands a store on to a load behind it only if
  // the store is not narrower; else the load waits until every store before it has reached the
  // cache, among them the record that a Put has just copied.
  uint64_t facts_ = 0;
  // Null without a message.
  std::unique_ptr<const char[]> state_;

 private:
  bool Is(Code c, SubCode sub) const { return code() == c && subcode() == sub; }
};

inline Status& Status::operator=(const Status& from) {
  if (&from == this) return *this;
  facts_ = from.facts_;
  state_ = from.state_ == nullptr ? nullptr : CopyState(from.state_.get());
  return *this;
}

inline Status& Status::operator=(Status&& from) noexcept {
  if (&from == this) return *this;
  facts_ = std::exchange(from.facts_, 0);
  state_ = std::move(from.state_);
  return *this;
}

}  // namespace ROCKSDB_NAMESPACE
