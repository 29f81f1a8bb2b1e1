// The stress test db_stress as a function. Here it is a program of its own (tools/db_stress); the
// function says so on stderr and returns 1.
#pragma once

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

int db_stress_tool(int argc, char** argv);

}  // namespace ROCKSDB_NAMESPACE
