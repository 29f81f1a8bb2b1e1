// Version numbers: the RocksDB release whose API and formats this library has, and our own.
// Applications test these in #if lines, so they must stay plain integers.
#pragma once

#include <string>
#include <unordered_map>

#include "rocksdb/rocksdb_namespace.h"

#define ROCKSDB_MAJOR 10
#define ROCKSDB_MINOR 6
#define ROCKSDB_PATCH 2

// Defined only here: portable programs tell this library from stock RocksDB by it.
#define BUCKETLSM 1
#define BUCKETLSM_VERSION "0.1.0"

// Names from the time when the numbers lived elsewhere; some applications still test them.
#define __ROCKSDB_MAJOR__ ROCKSDB_MAJOR
#define __ROCKSDB_MINOR__ ROCKSDB_MINOR
#define __ROCKSDB_PATCH__ ROCKSDB_PATCH

// True when building against this release or a later one: ROCKSDB_VERSION_GE(10, 2, 0).
#define ROCKSDB_MAKE_VERSION_INT(a, b, c) ((a)*1000000 + (b)*1000 + (c))
#define ROCKSDB_VERSION_INT ROCKSDB_MAKE_VERSION_INT(ROCKSDB_MAJOR, ROCKSDB_MINOR, ROCKSDB_PATCH)
#define ROCKSDB_VERSION_GE(a, b, c) (ROCKSDB_VERSION_INT >= ROCKSDB_MAKE_VERSION_INT(a, b, c))

namespace ROCKSDB_NAMESPACE {

// How the library was built, as name -> value; for logs and support requests.
const std::unordered_map<std::string, std::string>& GetRocksBuildProperties();

// "10.6.2", or "10.6" without the patch number.
std::string GetRocksVersionAsString(bool with_patch = true);

// One line with program and version; every build property too when verbose.
std::string GetRocksBuildInfoAsString(const std::string& program, bool verbose = false);

}  // namespace ROCKSDB_NAMESPACE
