// Command-line flags of db_stress, defined in flags.cc.
#pragma once

#include <gflags/gflags.h>

DECLARE_string(db);
DECLARE_string(expected);
DECLARE_string(mode);
DECLARE_uint64(seed);
DECLARE_uint64(db_seed);
DECLARE_bool(random_options);
DECLARE_string(with);
DECLARE_uint32(threads);
DECLARE_uint64(ops);
DECLARE_string(kill_point);
DECLARE_uint64(kill_after_ops);
DECLARE_uint32(stall_seconds);
DECLARE_string(dump);
DECLARE_bool(list_kill_points);

namespace stress {

// Parses argv and checks ranges. A bad flag prints the reason and exits with 2; --help prints the
// help text and exits.
void ParseFlagsOrExit(int* argc, char*** argv);

}  // namespace stress
