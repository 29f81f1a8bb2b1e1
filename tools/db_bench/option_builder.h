// Makes engine options from flags and, with --options_file, from a file. BenchDb calls it before
// each open; it touches the database directory only to read the options file.
#pragma once

#include <memory>

#include "tools/db_bench/compat.h"

namespace bench {

// Objects that outlive one open of the database: a reopened database keeps its warm cache.
struct SharedParts {
  std::shared_ptr<Cache> block_cache;
  std::shared_ptr<Cache> row_cache;
  std::shared_ptr<Statistics> statistics;
};

// Creates the caches and the statistics object that the flags ask for.
Status MakeSharedParts(SharedParts* parts);

// Fills *options. Flags on the command line win over --options_file, which wins over defaults.
Status BuildOptions(const SharedParts& parts, Options* options);

// The name of --compression_type in the header block: "Snappy".
const char* CompressionLabel();

}  // namespace bench
