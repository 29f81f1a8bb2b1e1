// The flags and their help.
#include "tools/db_stress/flags.h"

#include <cstdio>
#include <cstdlib>

#include "tools/db_stress/kill_point.h"
#include "tools/db_stress/trace.h"

DEFINE_string(db, "", "directory of the database");
DEFINE_string(expected, "", "directory of the expected state, outside the database");
DEFINE_string(
    mode, "run",
    "run: random operations, every read checked. verify: open after a crash, check what is "
    "found against the history, make it the new base. dump: open, print every key to --dump");
DEFINE_uint64(seed, 1, "seed of operations and options; the same seed repeats both");
DEFINE_uint64(db_seed, 1,
              "seed of the traits that a database keeps for life: comparator, merges, keys, "
              "families, levels, style, table format");
DEFINE_bool(random_options, true, "draw options from the seed; false: the tool's defaults");
DEFINE_string(with, "", "draws to fix, as name=value,name=value (names as the option line prints)");
DEFINE_uint32(threads, 4, "threads of operations");
DEFINE_uint64(ops, 20000, "operations of each thread, unless killed before");
DEFINE_string(kill_point, "",
              "KIND[@ACTIVITY]:OP:SIDE:N kills this process at the Nth such file operation; not "
              "with --mode=verify");
DEFINE_uint64(kill_after_ops, 0,
              "the kill point counts from this many operations on; 0: from the opening");
DEFINE_uint32(stall_seconds, 120, "seconds without a finished operation that count as a fault");
DEFINE_string(dump, "", "with --mode=verify or dump: write `family key value` in hex to this file");
DEFINE_bool(list_kill_points, false, "print the catalogue: name, spread of N, draws it needs");

namespace stress {

namespace {

void Require(bool good, const char* message) {
  if (good) return;
  std::fprintf(stderr, "db_stress: %s\n", message);
  std::exit(2);
}

}  // namespace

void ParseFlagsOrExit(int* argc, char*** argv) {
  gflags::SetUsageMessage(
      "random operations against an expected state kept outside the database\n\n"
      "  db_stress --db=DIR --expected=DIR --seed=7                  run\n"
      "  db_stress --db=DIR --expected=DIR --seed=7 --mode=verify    check after a crash\n");
  gflags::ParseCommandLineFlags(argc, argv, true);
  if (*argc > 1) {
    std::fprintf(stderr, "db_stress: '%s' is not a flag; flags start with --\n", (*argv)[1]);
    std::exit(2);
  }
  if (FLAGS_list_kill_points) return;
  Require(!FLAGS_db.empty(), "--db is needed");
  Require(!FLAGS_expected.empty(), "--expected is needed");
  Require(FLAGS_mode == "run" || FLAGS_mode == "verify" || FLAGS_mode == "dump",
          "--mode must be run, verify or dump");
  Require(FLAGS_threads > 0 && FLAGS_threads <= kMaxThreads, "--threads must lie between 1 and 32");
  Require(FLAGS_ops > 0 && FLAGS_ops <= 2000000, "--ops must lie between 1 and 2000000");
  Require(FLAGS_mode != "verify" || FLAGS_kill_point.empty(),
          "--mode=verify takes no --kill_point; --mode=dump does");
  KillPoint point;
  Require(FLAGS_kill_point.empty() || ParseKillPoint(FLAGS_kill_point, &point).ok(),
          "--kill_point must be KIND[@ACTIVITY]:OP:SIDE:N; see --list_kill_points");
}

}  // namespace stress
