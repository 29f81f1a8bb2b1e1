// All command-line flags of db_bench, declared from the tables in *_flags.inc.
// A measured loop must not read a flag; it works on a copy.
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

// True if the user gave this flag on the command line.
bool FlagWasGiven(const char* name);

// Parses argv and checks ranges. A bad flag prints the reason and exits with code 1; --help prints
// the help text and exits with 0.
void ParseFlagsOrExit(int* argc, char*** argv);

}  // namespace bench
