// The benchmark db_bench as a function. Here it is a program of its own (tools/db_bench); the
// function says so on stderr and returns 1.
#pragma once

#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/status.h"
#include "rocksdb/tool_hooks.h"

namespace ROCKSDB_NAMESPACE {

int db_bench_tool(int argc, char** argv, ToolHooks& hooks = defaultHooks);

}  // namespace ROCKSDB_NAMESPACE
