// How the C API gives back errors, bytes and booleans. Used by every file of this folder.
#pragma once

#include <cstdlib>
#include <cstring>
#include <string>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace c_api {

using ROCKSDB_NAMESPACE::Slice;
using ROCKSDB_NAMESPACE::Status;

// malloc'ed copy of the bytes, without a terminating zero. An empty result is not NULL.
inline char* CopyBytes(const Slice& bytes) {
  char* copy = static_cast<char*>(std::malloc(bytes.empty() ? 1 : bytes.size()));
  if (copy != nullptr) {
    std::memcpy(copy, bytes.data(), bytes.size());
  }
  return copy;
}

// The same, and tells the size.
inline char* CopyBytes(const Slice& bytes, size_t* size) {
  *size = bytes.size();
  return CopyBytes(bytes);
}

// Bytes that stay where they are.
inline const char* Expose(const Slice& bytes, size_t* size) {
  *size = bytes.size();
  return bytes.data();
}

// malloc'ed C string.
inline char* CopyText(const std::string& text) { return strdup(text.c_str()); }

// Stores the text of a failure in *error, in place of an older text.
void StoreError(const Status& status, char** error);

// True if the call failed; *error then says why.
inline bool Failed(const Status& status, char** error) {
  if (status.ok()) {
    return false;
  }
  StoreError(status, error);
  return true;
}

// For calls whose result is their error alone.
inline void Report(const Status& status, char** error) {
  if (!status.ok()) {
    StoreError(status, error);
  }
}

// Ends a lookup: a malloc'ed copy of the value, or NULL with size 0. A missing key is no error.
inline char* TakeValue(const Status& status, const Slice& value, size_t* size, char** error) {
  if (status.ok()) {
    return CopyBytes(value, size);
  }
  *size = 0;
  if (!status.IsNotFound()) {
    StoreError(status, error);
  }
  return nullptr;
}

}  // namespace c_api
