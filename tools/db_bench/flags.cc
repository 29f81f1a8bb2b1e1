// Definitions of all flags, and the checks that need no engine: see flags.h.
#include "tools/db_bench/flags.h"

#include <cstdio>
#include <cstdlib>

#define FLAG(type, name, value, help) DEFINE_##type(name, value, help);
#include "tools/db_bench/built_flags.inc"
#include "tools/db_bench/run_flags.inc"
#undef FLAG
#define FLAG(type, name, value, target, help) DEFINE_##type(name, value, help);
#include "tools/db_bench/option_flags.inc"
#undef FLAG

namespace bench {
namespace {

constexpr char kUsage[] =
    "measures a key-value engine through RocksDB's public API.\n"
    "  db_bench --benchmarks=fillrandom,readrandom --num=1000000 --value_size=1000 --db=DIR\n"
    "  --list_benchmarks lists what --benchmarks may hold.\n"
    "Time-varying mixgraph: --mix_ranges_begin=10 --mix_ranges_end=50 divides the key space into "
    "10\n"
    "equal ranges at first and 50 at the end of the run (progress is by operations, or by time "
    "with\n"
    "--duration), in steps of --mix_ranges_step. Which ranges are popular follows "
    "--keyrange_dist_a..d (if all are 0:\n"
    "14.18, -2.917, 0.0164, -0.08082), is shuffled anew at each step, and keys are uniform within "
    "a\n"
    "range.";

void Require(bool fine, const char* what) {
  if (fine) return;
  std::fprintf(stderr, "db_bench: %s\n", what);
  std::exit(1);
}

void CheckRanges() {
  Require(FLAGS_num > 0, "--num must be above 0");
  Require(FLAGS_threads > 0, "--threads must be above 0");
  Require(FLAGS_key_size > 0, "--key_size must be above 0");
  Require(FLAGS_value_size >= 0, "--value_size must not be negative");
  Require(FLAGS_value_size_min >= 0 && FLAGS_value_size_min <= FLAGS_value_size_max,
          "--value_size_min must lie between 0 and --value_size_max");
  Require(FLAGS_value_size_distribution_type == "fixed" ||
              FLAGS_value_size_distribution_type == "uniform" ||
              FLAGS_value_size_distribution_type == "normal",
          "--value_size_distribution_type must be fixed, uniform or normal");
  Require(FLAGS_batch_size > 0, "--batch_size must be above 0");
  Require(FLAGS_duration >= 0, "--duration must not be negative");
  Require(FLAGS_ops_between_duration_checks > 0, "--ops_between_duration_checks must be above 0");
  Require(FLAGS_compression_ratio > 0 && FLAGS_compression_ratio <= 1,
          "--compression_ratio must be above 0 and at most 1");
  Require(FLAGS_num_column_families > 0, "--num_column_families must be above 0");
  Require(FLAGS_prefix_size >= 0 && FLAGS_prefix_size <= FLAGS_key_size,
          "--prefix_size must lie between 0 and --key_size");
  Require(FLAGS_keyrange_num > 0, "--keyrange_num must be above 0");
  Require(FLAGS_ycsb_zipf_const >= 0, "--ycsb_zipf_const must not be negative");
  Require(FLAGS_ycsb_scan_length > 0, "--ycsb_scan_length must be above 0");
  Require(FLAGS_readwritepercent >= 0 && FLAGS_readwritepercent <= 100,
          "--readwritepercent must lie between 0 and 100");
  Require(FLAGS_transaction_sets > 0 && FLAGS_transaction_sets <= 9999,
          "--transaction_sets must lie between 1 and 9999");
  Require(FLAGS_transaction_sleep >= 0, "--transaction_sleep must not be negative");
  Require(!FLAGS_transaction_db || !FLAGS_optimistic_transaction_db,
          "--transaction_db and --optimistic_transaction_db exclude each other");
  Require(!FLAGS_readonly || (!FLAGS_transaction_db && !FLAGS_optimistic_transaction_db),
          "--readonly and transactions exclude each other");
  Require(FLAGS_report_interval_seconds >= 0, "--report_interval_seconds must not be negative");
}

}  // namespace

bool FlagWasGiven(const char* name) {
  gflags::CommandLineFlagInfo info;
  return gflags::GetCommandLineFlagInfo(name, &info) && !info.is_default;
}

void ParseFlagsOrExit(int* argc, char*** argv) {
  gflags::SetUsageMessage(kUsage);
  gflags::ParseCommandLineFlags(argc, argv, true);
  if (*argc > 1) {
    std::fprintf(stderr, "db_bench: '%s' is not a flag; flags start with --\n", (*argv)[1]);
    std::exit(1);
  }
  CheckRanges();
}

}  // namespace bench
