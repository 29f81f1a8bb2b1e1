// All command-line flags of db_bench, declared from the tables in *_flags.inc.
// Included by whatever reads a flag; measured loops must copy flags into locals first.
#pragma once

#include <gflags/gflags.h>

#include <string>

#define FLAG(type, name, value, help) DECLARE_##type(name);
#include "tools/db_bench/built_flags.inc"
#include "tools/db_bench/run_flags.inc"
#undef FLAG
#define FLAG(type, name, value, target, help) DECLARE_##type(name);
#include "tools/db_bench/option_flags.inc"
#undef FLAG

namespace bench {

// Whether the user gave this flag on the command line.
bool FlagWasGiven(const char* name);

// Parses argv and checks ranges. On a bad flag prints why, and exits with code 1; --help prints and
// exits with 0.
void ParseFlagsOrExit(int* argc, char*** argv);

}  // namespace bench
