// `sst_dump --command=recompress`: how large a table would be with other compression.
#pragma once

#include <iosfwd>
#include <set>
#include <string>

#include "db/tool_access.h"
#include "tools/support/arguments.h"

namespace ROCKSDB_NAMESPACE::tools {

// The flags that Recompress() reads.
const std::set<std::string>& RecompressFlags();

// Writes the table in memory with each compression, or with those of --compression_types, and
// prints sizes and times. InvalidArgument names the flag that is wrong.
[[nodiscard]] Status Recompress(const Arguments& arguments, SstView* view, std::ostream& out);

}  // namespace ROCKSDB_NAMESPACE::tools
