// Prints what single files hold: tables, logs, MANIFESTs. For `dump --path` and dump_live_files.
#pragma once

#include <string>

#include "tools/ldb/session.h"

namespace ROCKSDB_NAMESPACE::tools {

// By the file's name. NotSupported: a file of another kind.
[[nodiscard]] Status DumpFile(Session& session, const std::string& path);

// Entries and properties.
[[nodiscard]] Status DumpTable(Session& session, Env* env, const std::string& path);

// The log with its values, below a line of titles.
[[nodiscard]] Status DumpWholeLog(Session& session, Env* env, const std::string& path);

}  // namespace ROCKSDB_NAMESPACE::tools
