// IOStatus: a Status from the file system with three additional facts: whether the call may be
// retried, whether data is lost, and how much of the storage is affected. Converts implicitly to
// Status.
#pragma once

#include <string>
#include <utility>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// File systems make them; by them the engine decides whether it may retry after a background
// error. The three facts survive a conversion to Status and back. Copying and thread-safety are
// those of Status.
class BUCKETLSM_RESULT IOStatus : public Status {
 public:
  using Code = Status::Code;
  using SubCode = Status::SubCode;

  // How much of the storage an error concerns. kIOErrorScopeFile counts as retryable, because the
  // engine can write another file. The default is the whole file system.
  enum IOErrorScope : unsigned char {
    kIOErrorScopeFileSystem,
    kIOErrorScopeFile,
    kIOErrorScopeRange,
    kIOErrorScopeMax,
  };

  IOStatus() = default;
  IOStatus(const IOStatus&) = default;
  IOStatus(IOStatus&&) noexcept = default;
  IOStatus& operator=(const IOStatus&) = default;
  IOStatus& operator=(IOStatus&&) noexcept = default;

  // Retryable: the same operation may succeed later, so automatic recovery tries again; otherwise
  // a background I/O error is fatal. The POSIX file system sets it for a full device only. Data
  // loss: acknowledged bytes are gone, so the error is unrecoverable. Both are false by default.
  void SetRetryable(bool retryable) { SetFact(kRetryableByte, retryable); }
  void SetDataLoss(bool data_loss) { SetFact(kDataLossByte, data_loss); }
  void SetScope(IOErrorScope scope) { SetFact(kScopeByte, scope); }
  bool GetRetryable() const { return Fact(kRetryableByte) != 0; }
  bool GetDataLoss() const { return Fact(kDataLossByte) != 0; }
  IOErrorScope GetScope() const { return static_cast<IOErrorScope>(Fact(kScopeByte)); }

  // Compare codes only, like those of Status.
  bool operator==(const IOStatus& rhs) const { return code() == rhs.code(); }
  bool operator!=(const IOStatus& rhs) const { return code() != rhs.code(); }

  static IOStatus OK() { return IOStatus(); }

// The kinds of Status that file systems return: from a message (two are joined by ": ") or from a
// sub-code. The caller then sets the three facts.
#define ROCKSDB_IO_STATUS_KIND(Name)                                    \
  static IOStatus Name(const Slice& msg, const Slice& msg2 = Slice()) { \
    return IOStatus(Status::Name(msg, msg2));                           \
  }                                                                     \
  static IOStatus Name(SubCode sub = kNone) { return IOStatus(Status::Name(sub)); }

  ROCKSDB_IO_STATUS_KIND(NotSupported)
  ROCKSDB_IO_STATUS_KIND(NotFound)
  ROCKSDB_IO_STATUS_KIND(Corruption)
  ROCKSDB_IO_STATUS_KIND(InvalidArgument)
  ROCKSDB_IO_STATUS_KIND(IOError)
  ROCKSDB_IO_STATUS_KIND(Busy)
  ROCKSDB_IO_STATUS_KIND(TimedOut)
  ROCKSDB_IO_STATUS_KIND(Aborted)
#undef ROCKSDB_IO_STATUS_KIND

// IOError with a fixed sub-code.
#define ROCKSDB_IO_ERROR_WITH(Name)                                     \
  static IOStatus Name() { return IOError(k##Name); }                   \
  static IOStatus Name(const Slice& msg, const Slice& msg2 = Slice()) { \
    return IOStatus(Status::IOError(k##Name, msg, msg2));               \
  }

  ROCKSDB_IO_ERROR_WITH(NoSpace)
  ROCKSDB_IO_ERROR_WITH(PathNotFound)
  ROCKSDB_IO_ERROR_WITH(IOFenced)
#undef ROCKSDB_IO_ERROR_WITH

 private:
  friend IOStatus status_to_io_status(Status&& status);
  explicit IOStatus(Status&& s) : Status(std::move(s)) {}
};

// The same outcome as an IOStatus; facts that a plain Status does not have are "no". Moves the
// message; `status` is OK afterwards.
inline IOStatus status_to_io_status(Status&& status) { return IOStatus(std::move(status)); }

}  // namespace ROCKSDB_NAMESPACE
