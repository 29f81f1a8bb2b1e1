// See posix_error.h.
#include "env/posix_error.h"

#include <cerrno>

#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

IOStatus PosixError(const std::string& doing, const std::string& file, int error_number) {
  const std::string what = doing.empty() ? file : "While " + doing + ": " + file;
  const std::string why = ErrnoText(error_number);
  switch (error_number) {
    case ENOSPC: {
      IOStatus s = IOStatus::NoSpace(what, why);
      // Space may become free, and background work waits for it (docs/compatibility.md).
      s.SetRetryable(true);
      return s;
    }
    case ESTALE: {
      IOStatus s = IOStatus::IOError(IOStatus::kStaleFile);
      return status_to_io_status(Status::CopyAppendMessage(s, "", what + ": " + why));
    }
    case ENOENT:
      return IOStatus::PathNotFound(what, why);
    default:
      return IOStatus::IOError(what, why);
  }
}

IOStatus ListingError(const std::string& directory, int error_number) {
  if (error_number == ENOENT || error_number == ENOTDIR) {
    return status_to_io_status(Status::NotFound(
        Status::kPathNotFound, "While opendir: " + directory, ErrnoText(error_number)));
  }
  return PosixError("opendir", directory, error_number);
}

}  // namespace ROCKSDB_NAMESPACE
